// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/dialect.h"

namespace keyrace::mysql {

/// The SQL of MariaDB and MySQL, for tables of InnoDB.
class MysqlDialect final : public Dialect {
public:
    explicit MysqlDialect(bool isMariadb)
        : m_isMariadb(isMariadb)
    {
    }

    [[nodiscard]] std::string typeName(const Column& column) const override;
    [[nodiscard]] std::string quotedName(std::string_view name) const override;

protected:
    [[nodiscard]] std::string afterColumns(const TableSpec& spec, std::string_view mark) const override;
    [[nodiscard]] std::string serverKey(const TableSpec& spec, const Column& column) const override;

private:
    bool m_isMariadb;
};

[[nodiscard]] const MysqlDialect& dialect(bool isMariadb);

/// A column's value as an integer, or as the raw bytes that were sent.
[[nodiscard]] std::string valueExpression(const Column& column);
/// "40000000-0000-4000-8000-000000000000" of 16 bytes.
[[nodiscard]] std::string uuidText(std::string_view bytes);

} // namespace keyrace::mysql
