// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

#include <QtCore/QDateTime>
#include <QtCore/QString>

#include <vector>

/// Numbers, times, levels and states as a person reads them, in the user's locale. Main thread only.
namespace keyrace::words {

/// Rounded to three digits: 219,000; 0.54; 12.3.
[[nodiscard]] QString number(double value);
/// "0.5 s", "40 s", "3 min 20 s", "2 h 5 min".
[[nodiscard]] QString duration(double seconds);
/// As an estimate: "40 s", "9 min".
[[nodiscard]] QString about(double seconds);
/// In powers of 1,024: "23.5 GiB".
[[nodiscard]] QString bytes(std::int64_t bytes);
[[nodiscard]] QString percent(double fraction, int digits = 0);
/// "today 14:02", "yesterday 9:30", "12 Nov 2026".
[[nodiscard]] QString when(const QDateTime& time, const QDateTime& now);

/// The key's title, and the levels of these factors: "UUID v4 · many indexes".
[[nodiscard]] QString cell(const Cell& cell, const std::vector<Factor>& factors);

[[nodiscard]] QString state(RunState state);
[[nodiscard]] QString state(CellState state);
[[nodiscard]] QString state(TrialState state);

/// "SQLite 3.40.1 · embedded", "PostgreSQL 17.2 · localhost": never a user, never an option.
[[nodiscard]] QString database(const EnvironmentTarget& target);
/// Of a target's URL before it was reached: "SQLite", "PostgreSQL · localhost".
[[nodiscard]] QString databaseOfUrl(const std::string& url);

} // namespace keyrace::words
