// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/tablemark.h"

#include "engine/error.h"

#include <QtCore/QDateTime>
#include <QtCore/QRegularExpression>

#include <unistd.h>

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

// Only what needs no quoting in a comment of any database.
std::string hostName()
{
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    std::string result = name.data();
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
    };
    std::replace_if(result.begin(), result.end(), [&](char c) { return !isPlain(c); }, '_');
    return result.empty() ? "localhost" : result;
}

// A name that many machines have says nothing about which one it was, once it was started anew.
bool isThisMachine(const TableMark& mark)
{
    if (mark.host != hostName())
        return false;
    return !mark.host.starts_with("localhost") || mark.process.boot == ProcessMark::ofThisProcess().boot;
}

} // namespace

TableMark TableMark::ofThisProcess(std::string table)
{
    return {std::move(table), QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString(), hostName(), ProcessMark::ofThisProcess()};
}

std::string TableMark::text() const
{
    return "made by keyrace, table " + table + ", " + time + ", on " + host + ", process " + std::to_string(process.id) + " started "
        + std::to_string(process.started) + " boot " + process.boot;
}

std::optional<TableMark> TableMark::parse(std::string_view text)
{
    static const QRegularExpression pattern(QRegularExpression::anchoredPattern(
        QStringLiteral("made by keyrace, table (keyrace_[a-z0-9_]+), ([0-9TZ:-]+), on ([A-Za-z0-9._-]+), process (\\d+) started (\\d+) boot ([0-9a-f-]*)")));
    const auto match = pattern.match(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    if (!match.hasMatch())
        return std::nullopt;
    const auto part = [&match](int number) { return match.captured(number).toStdString(); };
    return TableMark{part(1), part(2), part(3), {match.captured(4).toLongLong(), match.captured(5).toLongLong(), part(6)}};
}

void checkTableName(const std::string& name)
{
    constexpr std::string_view kPrefix = "keyrace_";
    const auto isPlain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    if (name.size() <= kPrefix.size() || !name.starts_with(kPrefix) || !std::all_of(name.begin(), name.end(), isPlain))
        throw Error(ErrorKind::Refused,
            Message(QT_TRANSLATE_NOOP("Engine", "Keyrace creates only tables named keyrace_…, not \"%1\"."), {name}));
}

std::optional<LeftTable> leftTable(const std::string& name, std::string_view mark)
{
    const auto made = TableMark::parse(mark);
    if (!made || made->table != name || made->process.isAlive())
        return std::nullopt;
    LeftTable left{name, 0, made->process, std::nullopt};
    if (!isThisMachine(*made))
        left.doubt = Message(QT_TRANSLATE_NOOP("Engine", "made on %1 at %2: whether that run still goes on cannot be seen from here"),
                             {made->host, made->time});
    return left;
}

} // namespace keyrace
