// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/metric.h"

#include <vector>

namespace keyrace {

/// What a finding is about; the window gives it a colour and an order.
enum class FindingKind { KeyAgainstKey, IndexLoss, Growth, LeafFill, Size, Noise, Circumstance };

/// A sentence derived from a result, and the evidence it stands on.
struct Finding {
    std::string id;      ///< stable: "key:uuidv4/uuidv7:many"
    FindingKind kind = FindingKind::KeyAgainstKey;
    Message headline;    ///< "0.54×", "−35 %", "69 %", "no difference"
    Message text;        ///< the whole sentence, with interval and count; or that no difference was seen
    Message subject;     ///< what the headline is of: "UUID v4 against UUID v7". Empty where the text says no more
    Message evidence;    ///< what the headline stands on: "95 % interval 0.52–0.56, repeats: 7"
    std::string scenario; ///< where it was seen: "indexes many"
    Message detail;      ///< why: leaf fill, cache, size; or what else differs. May be empty
    std::optional<double> value;
    std::optional<Interval> ci95;
    int n = 0;
    std::vector<int> cells;
    double weight = 0;   ///< how much it says: the window shows the heaviest first
};

/// Key against key per index scenario, loss from none to many, growth from first to last step, leaf fill and size.
/// Two cells are only compared where one thing differs; what a key type brings with it (storage, source, layout) is no
/// further difference. A pair that differs in anything else is labelled with it and gets no verdict.
[[nodiscard]] std::vector<Finding> findingsOf(const ResultSet& results);

/// Factors in which two cells differ beyond key type and what it brings by default.
[[nodiscard]] std::vector<Factor> differences(const CellResult& a, const CellResult& b);
/// The ratio a ÷ b of a metric: paired by round within a part of one run, else unpaired.
[[nodiscard]] Ratio ratioOf(const CellResult& a, const CellResult& b, const Metric& metric, bool sameRun);

// ---- expectations ------------------------------------------------------------------------------------------------------

enum class Verdict { Met, NotMet, CannotTell };
[[nodiscard]] std::string_view name(Verdict verdict); ///< "met", "not met", "cannot tell"

struct Judgement {
    Expectation expectation;
    std::optional<double> value;
    std::optional<Interval> ci95;
    Verdict verdict = Verdict::CannotTell;
    Message why; ///< where it cannot be told, or what differs besides
};

[[nodiscard]] std::vector<Judgement> judge(const ResultSet& results);

// ---- two runs ----------------------------------------------------------------------------------------------------------

struct ComparedCell {
    int a = 0; ///< Cell::index in A
    int b = 0;
    std::string label; ///< what the cell is, by its varying factors
    Ratio ratio;       ///< B ÷ A
    Metric metric;
    Message unjudged;  ///< why nobody may judge the ratio; empty where it may be judged

    [[nodiscard]] bool differs() const { return unjudged.isEmpty() && ratio.differs(); }
    /// Judged, with the whole interval below this ratio.
    [[nodiscard]] bool isBelow(double limit) const { return unjudged.isEmpty() && ratio.ci95 && ratio.ci95->high < limit; }
};

struct Comparison {
    std::vector<ComparedCell> cells;
    std::vector<std::string> onlyInA;
    std::vector<std::string> onlyInB;
    std::vector<std::pair<std::string, std::pair<std::string, std::string>>> environment; ///< what differs: name, A, B
};

[[nodiscard]] Comparison compare(const ResultSet& a, const ResultSet& b);

} // namespace keyrace
