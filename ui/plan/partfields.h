// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

namespace keyrace {

/// Controls for levels that appear in several places: in the list of a factor and on a key type that fixes one for itself.
/// `read` gives the level, or nothing where it is left to the plan; `optional` adds that choice, first.

struct InsertFields {
    std::function<std::optional<InsertChoice>()> read;
    std::function<void(std::optional<InsertChoice>)> write;
    bool optional = false;
};
void addInsertFields(Form& form, PlanDraft& draft, const InsertFields& fields);

struct LayoutFields {
    std::function<std::optional<LayoutChoice>()> read;
    std::function<void(std::optional<LayoutChoice>)> write;
    bool optional = false;
};
void addLayoutFields(Form& form, PlanDraft& draft, const LayoutFields& fields);

struct IndexFields {
    std::function<std::optional<IndexChoice>()> read;
    std::function<void(std::optional<IndexChoice>)> write;
    bool optional = false;
};
void addIndexFields(Form& form, PlanDraft& draft, const IndexFields& fields);

struct SettingsFields {
    std::function<std::optional<SettingsChoice>()> read;
    std::function<void(std::optional<SettingsChoice>)> write;
    bool optional = false;
};
void addSettingsFields(Form& form, PlanDraft& draft, const SettingsFields& fields);

/// Column lists as typed: "a+b, c". Nothing where a column does not exist or a list is empty; `problem` then says why.
[[nodiscard]] std::optional<IndexChoice> indexesFromText(const QString& text, TableShape shape, QString& problem);
/// A line for column lists, with a menu of the table's columns.
[[nodiscard]] QWidget* makeIndexLine(Form& form, PlanDraft& draft, std::function<IndexChoice()> read, std::function<void(const IndexChoice&)> write);

[[nodiscard]] inline Form::Number numberOf(std::int64_t value) { return static_cast<double>(value); }

} // namespace keyrace
