// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"
#include "tests/targets/testrows.h"

#include <QtCore/QString>

#include <functional>
#include <sqlite3.h>

namespace keyrace::test {

/// SQLite itself, beside Keyrace: what another program would see and do.
class Plain {
public:
    explicit Plain(const std::filesystem::path& file) { sqlite3_open(file.c_str(), &m_handle); }
    ~Plain() { sqlite3_close(m_handle); }
    Plain(const Plain&) = delete;
    Plain& operator=(const Plain&) = delete;

    QString run(const char* sql) const
    {
        QString result;
        const auto add = [](void* text, int count, char** values, char**) {
            for (int i = 0; i < count; ++i)
                static_cast<QString*>(text)->append(values[i] ? values[i] : "NULL").append(i + 1 < count ? "|" : ";");
            return 0;
        };
        if (sqlite3_exec(m_handle, sql, add, &result, nullptr) != SQLITE_OK)
            return sqlite3_errmsg(m_handle);
        return result;
    }

private:
    sqlite3* m_handle = nullptr;
};

inline TableSpec keyTable(std::string name = "keyrace_t")
{
    TableSpec spec;
    spec.name = std::move(name);
    spec.columns = {{"id", ColumnKind::Bytes, 16}, {"n", ColumnKind::Int64, 8}};
    spec.layout.type = "rowid";
    return spec;
}

inline Error failure(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    return Error(ErrorKind::BadInput, Message::verbatim("nothing failed"));
}

} // namespace keyrace::test
