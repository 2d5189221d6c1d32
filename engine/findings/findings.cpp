// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findingparts.h"

#include <algorithm>
#include <iterator>

namespace keyrace {

namespace {

// The heaviest of every kind come first, so that three findings say three things: a pair, a loss, what the index looks like.
double bonus(FindingKind kind)
{
    switch (kind) {
    case FindingKind::KeyAgainstKey: return 100;
    case FindingKind::IndexLoss: return 90;
    case FindingKind::Growth: return 80;
    case FindingKind::LeafFill: return 70;
    case FindingKind::Size: return 60;
    case FindingKind::Noise: return 50;
    case FindingKind::Circumstance: return 40;
    }
    return 0;
}

void append(std::vector<Finding>& all, std::vector<Finding> some)
{
    std::move(some.begin(), some.end(), std::back_inserter(all));
}

} // namespace

std::vector<Finding> findingsOf(const ResultSet& results)
{
    const Scene scene(results);
    std::vector<Finding> findings = keyFindings(scene);
    append(findings, lossFindings(scene));
    append(findings, structureFindings(scene));
    append(findings, circumstanceFindings(scene));
    const auto heavier = [](const Finding& a, const Finding& b) { return a.weight > b.weight; };
    std::stable_sort(findings.begin(), findings.end(), heavier);
    std::set<FindingKind> led;
    for (Finding& finding : findings) {
        // A comparison without weight, such as one without an interval, leads nothing.
        const bool mayLead = finding.weight > 0 || finding.kind == FindingKind::Circumstance;
        if (mayLead && led.insert(finding.kind).second)
            finding.weight += bonus(finding.kind);
    }
    std::stable_sort(findings.begin(), findings.end(), heavier);
    return findings;
}

} // namespace keyrace
