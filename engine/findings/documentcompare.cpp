// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/document.h"
#include "engine/findings/figures.h"
#include "engine/findings/textcolumns.h"

#include <algorithm>

namespace keyrace {

namespace {

constexpr int kRatioDecimals = 3;

std::string rangeOf(const Ratio& ratio)
{
    return ratio.ci95 ? plain(ratio.ci95->low, kRatioDecimals) + " – " + plain(ratio.ci95->high, kRatioDecimals) : std::string();
}

bool isJudged(const ComparedCell& cell)
{
    return cell.ratio.value && cell.unjudged.isEmpty();
}

std::string verdictOf(const ComparedCell& cell)
{
    const Ratio& ratio = cell.ratio;
    if (!ratio.value)
        return "not measured in both";
    if (!cell.unjudged.isEmpty())
        return cell.unjudged.english();
    if (!ratio.ci95)
        return "no interval: " + ratio.whyNoInterval.english();
    if (!ratio.differs())
        return "no difference seen";
    return ratio.ci95->low > 1 ? "B is higher" : "B is lower";
}

// What XML 1.0 allows, the rest left out.
std::string xml(const std::string& text)
{
    std::string result;
    for (const char c : utf8(text)) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\n': result += "&#10;"; break;
        case '\t': result += "&#9;"; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20)
                result += c;
        }
    }
    return result;
}

std::string failureOf(const ComparedCell& cell, std::optional<double> failUnder)
{
    if (!failUnder || !cell.isBelow(*failUnder))
        return {};
    return "B / A is " + rangeOf(cell.ratio) + ", all of it below " + plain(*failUnder);
}

} // namespace

std::string textOf(const Comparison& comparison)
{
    TextColumns table({{"cell"}, {"metric"}, {"B / A", true}, {"95 %", true}, {"n", true}, {"verdict"}});
    for (const ComparedCell& cell : comparison.cells) {
        table.add({utf8(cell.label), cell.metric.name, cell.ratio.value ? plain(*cell.ratio.value, kRatioDecimals) : std::string(), rangeOf(cell.ratio),
                   std::to_string(cell.ratio.n), verdictOf(cell)});
    }
    std::string text = table.text(TextColumns::kUnlimited);
    for (const auto& [where, labels] : {std::pair("Only in A: ", &comparison.onlyInA), std::pair("Only in B: ", &comparison.onlyInB)}) {
        for (const std::string& label : *labels)
            text += where + utf8(label) + '\n';
    }
    if (!comparison.environment.empty()) {
        TextColumns differences({{"what differs"}, {"A"}, {"B"}});
        for (const auto& [what, values] : comparison.environment)
            differences.add({utf8(what), utf8(values.first), utf8(values.second)});
        text += '\n' + differences.text(TextColumns::kUnlimited);
    }
    return text;
}

Json jsonOf(const Comparison& comparison)
{
    Json document{{"keyrace", 1}, {"cells", Json::array()}, {"only_in_a", Json::array()}, {"only_in_b", Json::array()}, {"environment", Json::array()}};
    for (const ComparedCell& cell : comparison.cells) {
        Json json{{"a", cell.a}, {"b", cell.b}, {"label", utf8(cell.label)}, {"metric", cell.metric.name}};
        if (cell.ratio.value)
            json["ratio"] = exact(*cell.ratio.value);
        if (cell.ratio.ci95)
            json["ci95"] = exact(*cell.ratio.ci95);
        else if (!cell.ratio.whyNoInterval.isEmpty())
            json["no_ci95"] = cell.ratio.whyNoInterval.english();
        json["n"] = cell.ratio.n;
        json["differs"] = cell.differs();
        if (!cell.unjudged.isEmpty())
            json["not_comparable"] = utf8(cell.unjudged.english());
        document["cells"].push_back(std::move(json));
    }
    for (const std::string& label : comparison.onlyInA)
        document["only_in_a"].push_back(utf8(label));
    for (const std::string& label : comparison.onlyInB)
        document["only_in_b"].push_back(utf8(label));
    for (const auto& [what, values] : comparison.environment)
        document["environment"].push_back({{"name", utf8(what)}, {"a", utf8(values.first)}, {"b", utf8(values.second)}});
    return document;
}

std::string junitOf(const Comparison& comparison, std::optional<double> failUnder)
{
    std::string cases;
    std::size_t failures = 0;
    for (const ComparedCell& cell : comparison.cells) {
        const std::string failure = failureOf(cell, failUnder);
        failures += failure.empty() ? 0 : 1;
        cases += "  <testcase classname=\"" + xml(cell.metric.name) + "\" name=\"" + xml(cell.label) + '"';
        if (!failure.empty())
            cases += ">\n    <failure message=\"" + xml(failure) + "\"/>\n  </testcase>\n";
        else if (!isJudged(cell))
            cases += ">\n    <skipped message=\"" + xml(verdictOf(cell)) + "\"/>\n  </testcase>\n";
        else
            cases += ">\n    <system-out>B / A: " + plain(*cell.ratio.value, kRatioDecimals) + "; " + xml(verdictOf(cell)) + "</system-out>\n  </testcase>\n";
    }
    for (const auto& [where, labels] : {std::pair("only in A", &comparison.onlyInA), std::pair("only in B", &comparison.onlyInB)}) {
        for (const std::string& label : *labels)
            cases += "  <testcase classname=\"cell\" name=\"" + xml(label) + "\">\n    <skipped message=\"" + where + "\"/>\n  </testcase>\n";
    }
    const std::size_t alone = comparison.onlyInA.size() + comparison.onlyInB.size();
    const auto unmeasured = std::count_if(comparison.cells.begin(), comparison.cells.end(), [](const ComparedCell& cell) { return !isJudged(cell); });
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"keyrace compare\" tests=\"" + std::to_string(comparison.cells.size() + alone)
           + "\" failures=\"" + std::to_string(failures) + "\" errors=\"0\" skipped=\"" + std::to_string(alone + static_cast<std::size_t>(unmeasured)) + "\">\n"
           + cases + "</testsuite>\n";
}

} // namespace keyrace
