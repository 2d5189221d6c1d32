// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/differences.h"

#include <set>
#include <string>
#include <vector>

namespace keyrace {

using Cells = std::vector<const CellResult*>;

/// What the findings of one result share: its cells that hold figures, and what varies among all.
class Scene {
public:
    explicit Scene(const ResultSet& results);

    [[nodiscard]] const ResultSet& results() const { return m_results; }
    /// Cells with a finished trial that are equal in every factor but these, at least two in a group.
    [[nodiscard]] std::vector<Cells> groupsBut(const std::set<Factor>& factors) const;
    [[nodiscard]] const Cells& measuredCells() const { return m_measured; }
    /// Where a cell stands, by what varies beside these: "indexes many, rows 200000". Always names the indexes, unless left out.
    [[nodiscard]] std::string scenario(const Cell& cell, const std::set<Factor>& without) const;
    /// "UUID v4", or the label that the plan gave.
    [[nodiscard]] static std::string keyName(const Cell& cell);
    /// That fewer repeats than planned stand behind it; empty where all have ended.
    [[nodiscard]] Message provisional(const Cells& cells) const;

private:
    const ResultSet& m_results;
    std::vector<Factor> m_varying;
    Cells m_measured;
};

/// Everything that belongs to the key level, and so changes from one key type to the next.
inline const std::set<Factor> kOfTheKey{Factor::Key, Factor::Storage, Factor::Source, Factor::Layout};

/// Trimming leaves fewer repeats than an interval needs, also when all have ended.
[[nodiscard]] inline bool neverHasInterval(const Cell& cell)
{
    return cell.protocol.repeats - 2 * cell.protocol.trim < kFewestForInterval;
}

/// The figures by which a cell's workload is judged: the insert rate, a lookup's rate, each read's time.
[[nodiscard]] std::vector<Metric> headlines(const CellResult& cell);

/// A number as exactly as it is worth being told: 0.54, 1.9, 38.
[[nodiscard]] double worth(double value);
/// A share in whole percent, tenths below 10 %.
[[nodiscard]] double percent(double share);
/// An interval's ends as they are told.
struct ToldInterval {
    Message::Fixed low;
    Message::Fixed high;
};
/// Equally exact, and exactly enough to be told apart: 0.10–0.14.
[[nodiscard]] ToldInterval worth(const Interval& interval);

/// "95 % interval 0.52–0.56, repeats: 7", after the ratio itself where the headline does not tell it; or why there is none.
[[nodiscard]] Message evidenceOf(const Ratio& ratio, bool withValue);

/// Measured figures of both cells that explain why they differ: "leaf fill 69 % against 94 %; …".
[[nodiscard]] Message reasons(const CellResult& a, const CellResult& b);

[[nodiscard]] std::vector<Finding> keyFindings(const Scene& scene);
[[nodiscard]] std::vector<Finding> lossFindings(const Scene& scene);
[[nodiscard]] std::vector<Finding> structureFindings(const Scene& scene);
[[nodiscard]] std::vector<Finding> circumstanceFindings(const Scene& scene);

} // namespace keyrace
