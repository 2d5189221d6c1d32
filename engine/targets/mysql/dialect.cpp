// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/dialect.h"

namespace keyrace::mysql {

namespace {

/// CHAR and BINARY hold so many; wider values go into their varying kin.
constexpr int kWidestFixed = 255;

std::string sized(const char* name, int width)
{
    return (width > kWidestFixed ? "VAR" : "") + std::string(name) + '(' + std::to_string(width) + ')';
}

} // namespace

std::string MysqlDialect::typeName(const Column& column) const
{
    switch (column.kind) {
    case ColumnKind::Auto32:
        return "INT NOT NULL AUTO_INCREMENT";
    case ColumnKind::Auto64:
        return "BIGINT NOT NULL AUTO_INCREMENT";
    case ColumnKind::Int32:
        return "INT NOT NULL";
    case ColumnKind::Unaliased64:
    case ColumnKind::Int64:
        return "BIGINT NOT NULL";
    case ColumnKind::Uuid:
        return "UUID NOT NULL";
    case ColumnKind::Bytes:
    case ColumnKind::BytesOld:
        return sized("BINARY", column.width) + " NOT NULL";
    case ColumnKind::Text:
        // An octet a character, compared as octets: what a key needs, and no more.
        return sized("CHAR", column.width) + " CHARACTER SET ascii COLLATE ascii_bin NOT NULL";
    case ColumnKind::Timestamp:
        return "DATETIME(6) NOT NULL";
    }
    return {};
}

std::string MysqlDialect::quotedName(std::string_view name) const
{
    std::string result = "`";
    for (const char c : name)
        result.append(c == '`' ? 2 : 1, c);
    return result + '`';
}

std::string MysqlDialect::afterColumns(const TableSpec&, std::string_view mark) const
{
    // The mark holds no quotes: tablemark.h says so.
    return " ENGINE=InnoDB COMMENT='" + std::string(mark) + '\'';
}

std::string MysqlDialect::serverKey(const TableSpec& spec, const Column& column) const
{
    std::string uuid = "UUID()";
    if (spec.keyType == "uuidv4")
        uuid = "UUID_v4()";
    else if (spec.keyType == "uuidv7")
        uuid = "UUID_v7()";
    if (column.kind == ColumnKind::Uuid || column.kind == ColumnKind::Text)
        return '(' + uuid + ')';
    return m_isMariadb ? "(UNHEX(REPLACE(" + uuid + ", '-', '')))" : "(UUID_TO_BIN(" + uuid + "))";
}

const MysqlDialect& dialect(bool isMariadb)
{
    static const MysqlDialect mariadb(true);
    static const MysqlDialect mysql(false);
    return isMariadb ? mariadb : mysql;
}

std::string valueExpression(const Column& column)
{
    const std::string name = dialect(true).quotedName(column.name);
    switch (column.kind) {
    case ColumnKind::Uuid:
        return "UNHEX(REPLACE(" + name + ", '-', ''))";
    case ColumnKind::Timestamp:
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + name + ')';
    default:
        return name;
    }
}

std::string uuidText(std::string_view bytes)
{
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        const auto octet = static_cast<unsigned char>(bytes[i]);
        text += kDigits[octet >> 4U];
        text += kDigits[octet & 15U];
    }
    return text;
}

} // namespace keyrace::mysql
