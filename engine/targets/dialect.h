// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// What one SQL database words differently from another. The statements about a table under test are written here once, from
/// its TableSpec; a database maps kinds of columns to its types and says the rest where it differs. Any thread.
class Dialect {
public:
    virtual ~Dialect() = default;

    [[nodiscard]] virtual std::string typeName(const Column& column) const = 0;
    /// An identifier: in double quotes, as the standard has it.
    [[nodiscard]] virtual std::string quotedName(std::string_view name) const;
    /// The n-th parameter of a statement, from 1.
    [[nodiscard]] virtual std::string placeholder(std::int64_t n) const;

    /// One statement. `mark` is the text by which the table is known as ours; a database that has no place for it in CREATE
    /// TABLE ignores it here.
    [[nodiscard]] std::string createTable(const TableSpec& spec, std::string_view mark) const;
    /// The key's own index where it is no primary key, then every secondary index.
    [[nodiscard]] std::vector<std::string> createIndexes(const TableSpec& spec) const;
    /// One INSERT of `rows` rows with boundColumns() parameters a row.
    [[nodiscard]] std::string insert(const TableSpec& spec, std::int64_t rows) const;
    /// Its parameters in order: one value, low and high, or none, as ReadStatement::execute() says.
    [[nodiscard]] std::string read(const TableSpec& spec, ReadKind kind, const std::string& column) const;

    /// "INSERT INTO t (a, b) VALUES ": the rows follow, as parameters or as literals.
    [[nodiscard]] std::string insertHead(const TableSpec& spec) const;
    [[nodiscard]] std::string nameList(const std::vector<std::string>& names) const;

protected:
    /// What opens the list of columns: "/* mark */ ".
    [[nodiscard]] virtual std::string beforeColumns(std::string_view mark) const;
    /// What follows the list of columns: " WITHOUT ROWID", " ENGINE=InnoDB COMMENT='mark'", " PARTITION BY RANGE (id)".
    [[nodiscard]] virtual std::string afterColumns(const TableSpec& spec, std::string_view mark) const;
    /// The expression by which the server makes a key of this type in the column; empty where it cannot.
    [[nodiscard]] virtual std::string serverKey(const TableSpec& spec, const Column& column) const;
    /// Ends a query after so many rows.
    [[nodiscard]] virtual std::string limit(int rows) const;
    /// Of an index under IndexMethod::Hash or Btree, between the table's name and the list of columns: " USING hash".
    [[nodiscard]] virtual std::string indexMethod(IndexMethod method) const;
    /// A value for a column of which none is sent, where a row sends no values at all.
    [[nodiscard]] virtual std::string noValue() const;
};

/// Columns of which values are sent, in order.
[[nodiscard]] std::vector<const Column*> sentColumns(const TableSpec& spec);
/// Parameters of one row in Dialect::insert().
[[nodiscard]] std::int64_t boundColumns(const TableSpec& spec);
/// The columns of the primary key: with the one by which a table is partitioned, as databases that partition demand.
[[nodiscard]] std::vector<std::string> primaryKey(const TableSpec& spec);
/// The key's index where IndexMethod is Btree or Hash.
[[nodiscard]] std::string keyIndexName(const TableSpec& spec);

/// Rows of one multi-row INSERT where at most `limit` fit: a batch is sent as equal parts.
[[nodiscard]] std::int64_t evenPart(std::int64_t batch, std::int64_t limit);

} // namespace keyrace
