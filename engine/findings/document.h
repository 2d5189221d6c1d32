// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/findings.h"

#include <nlohmann/json.hpp>

#include <string>

namespace keyrace {

/// The document of `run --format json` and `show --format json`: always in English, numbers plain, 64-bit keys and counts
/// above 2^53 as strings, what was not measured left out.
[[nodiscard]] Json runDocument(const ResultSet& results, bool withSamples);
/// One line a cell (RFC 4180, UTF-8, header first): levels, state, trimmed mean, median, interval, cv, n, latency, counters.
[[nodiscard]] std::string cellsCsv(const ResultSet& results, const CellFilter& filter = {});
/// One line a sample: cell levels, trial, t, rows, rows_per_s.
[[nodiscard]] std::string samplesCsv(const ResultSet& results, const CellFilter& filter = {});
/// The curve view's figures: cell levels, rows, rows_per_s, low, high, n. And the heatmap's.
[[nodiscard]] std::string curveCsv(const ResultSet& results, const CellFilter& filter = {});
[[nodiscard]] std::string matrixCsv(const Matrix& matrix);
[[nodiscard]] Json curveJson(const ResultSet& results, const CellFilter& filter = {});
[[nodiscard]] Json matrixJson(const Matrix& matrix);
/// The figures as a table for a terminal, `width` columns wide.
[[nodiscard]] std::string textTable(const ResultSet& results, int width);
/// A comparison of two runs as text, JSON and JUnit XML (a cell whose whole interval lies below failUnder is a failure).
[[nodiscard]] std::string textOf(const Comparison& comparison);
[[nodiscard]] Json jsonOf(const Comparison& comparison);
[[nodiscard]] std::string junitOf(const Comparison& comparison, std::optional<double> failUnder);

} // namespace keyrace
