// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findingparts.h"

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

struct Candidate {
    const CellResult* cell = nullptr;
    double value = 0;
};

struct Words {
    const char* differs;
    const char* same;
    const char* withoutInterval;
};

constexpr Words kRateWords{
    QT_TRANSLATE_NOOP("Engine", "%1 reaches %2× the rate of %3 (%4): 95 % interval %5–%6, repeats: %7 each"),
    QT_TRANSLATE_NOOP("Engine", "%1 and %3 (%4): no difference seen in the rate; %2×, 95 % interval %5–%6, repeats: %7 each"),
    QT_TRANSLATE_NOOP("Engine", "%1 stands at %2× the rate of %3 (%4), without an interval yet; repeats: %7")};
constexpr Words kTimeWords{
    QT_TRANSLATE_NOOP("Engine", "%1 takes %2× the time of %3 (%4): 95 % interval %5–%6, repeats: %7 each"),
    QT_TRANSLATE_NOOP("Engine", "%1 and %3 (%4): no difference seen in the time; %2×, 95 % interval %5–%6, repeats: %7 each"),
    QT_TRANSLATE_NOOP("Engine", "%1 stands at %2× the time of %3 (%4), without an interval yet; repeats: %7")};

Message sentence(const Words& words, const Ratio& ratio, const std::string& a, const std::string& b, const std::string& scenario)
{
    const char* text = !ratio.ci95 ? words.withoutInterval : ratio.differs() ? words.differs : words.same;
    const ToldInterval interval = worth(ratio.ci95.value_or(Interval{}));
    return Message(text, {a, worth(*ratio.value), b, scenario, interval.low, interval.high, std::int64_t{ratio.n}});
}

bool isOrdered16(const Cell& cell)
{
    const KeyType* type = findKeyType(cell.key);
    return type && type->shape() == KeyShape::Bytes16 && type->card(cell.keyOptions).revealsOrder;
}

bool isRandom(const Cell& cell)
{
    const KeyType* type = findKeyType(cell.key);
    return type && !type->card(cell.keyOptions).revealsOrder;
}

/// The key types of one scenario, the best first.
class Contest {
public:
    Contest(const Scene& scene, const Cells& cells, Metric metric)
        : m_scene(scene)
        , m_metric(std::move(metric))
    {
        for (const CellResult* cell : cells) {
            if (const Measured figure = measured(*cell, m_metric); figure.value && *figure.value > 0)
                m_ranking.push_back({cell, *figure.value});
        }
        const bool more = m_metric.kind == MetricKind::Rate;
        std::stable_sort(m_ranking.begin(), m_ranking.end(),
                         [more](const Candidate& a, const Candidate& b) { return more ? a.value > b.value : a.value < b.value; });
    }

    void addFindings(std::vector<Finding>& findings) const
    {
        if (m_ranking.size() < 2)
            return;
        std::set<std::string> told;
        const auto tell = [&](const CellResult& a, const CellResult& b, double emphasis) {
            Finding finding = findingOf(a, b);
            finding.weight += finding.weight > 0 ? emphasis : 0;
            if (told.insert(finding.id).second)
                findings.push_back(std::move(finding));
        };
        if (const auto [random, ordered] = extremes(); random && ordered)
            tell(*random, *ordered, 1); // what the whole question is about
        // A read's time is told for the slowest only: seven reads of every key type would say nothing.
        const std::size_t first = m_metric.kind == MetricKind::Time ? m_ranking.size() - 1 : 1;
        for (std::size_t i = first; i < m_ranking.size(); ++i)
            tell(*m_ranking[i].cell, reference(i), 0);
    }

private:
    /// The slowest random key and the fastest ordered key of 16 bytes that it may be compared with.
    [[nodiscard]] std::pair<const CellResult*, const CellResult*> extremes() const
    {
        const auto random = std::find_if(m_ranking.rbegin(), m_ranking.rend(), [](const Candidate& c) { return isRandom(c.cell->cell); });
        if (random == m_ranking.rend())
            return {};
        const auto ordered = std::find_if(m_ranking.begin(), m_ranking.end(), [&](const Candidate& c) {
            return isOrdered16(c.cell->cell) && areComparable(*random->cell, *c.cell);
        });
        return {random->cell, ordered == m_ranking.end() ? nullptr : ordered->cell};
    }

    /// The best cell from which only one thing differs, else the best.
    [[nodiscard]] const CellResult& reference(std::size_t place) const
    {
        const auto end = m_ranking.begin() + static_cast<std::ptrdiff_t>(place);
        const auto found = std::find_if(m_ranking.begin(), end, [&](const Candidate& better) {
            return areComparable(*m_ranking[place].cell, *better.cell);
        });
        return *(found == end ? m_ranking.front().cell : found->cell);
    }

    [[nodiscard]] Finding findingOf(const CellResult& a, const CellResult& b) const
    {
        Ratio ratio = ratioOf(a, b, m_metric, true);
        // One pair of trials may say the opposite of what the cells' means say.
        if (!ratio.ci95 && neverHasInterval(a.cell))
            ratio.value.reset();
        const std::string scenario = m_scene.scenario(a.cell, kOfTheKey)
            + (m_metric.name.starts_with("queries.") ? ", " + m_metric.name.substr(8, m_metric.name.rfind('.') - 8) : "");
        Finding finding;
        finding.kind = FindingKind::KeyAgainstKey;
        finding.id = "key:" + a.cell.label + "/" + b.cell.label + ":" + scenario;
        finding.value = ratio.value;
        finding.ci95 = ratio.ci95;
        finding.n = ratio.n;
        finding.cells = {a.cell.index, b.cell.index};
        if (!ratio.value)
            return finding;
        const bool judged = areComparable(a, b);
        const Words& words = m_metric.kind == MetricKind::Rate ? kRateWords : kTimeWords;
        Message unlike;
        if (!judged) {
            unlike = Message(QT_TRANSLATE_NOOP("Engine", "no verdict on the key type, since they also differ in: %1"),
                             {namesOf(differences(a, b))});
        }
        const bool same = judged && ratio.ci95 && !ratio.differs();
        finding.headline = same ? Message(QT_TRANSLATE_NOOP("Engine", "no difference"))
                                : Message(QT_TRANSLATE_NOOP("Engine", "%1×"), {worth(*ratio.value)});
        finding.text = Message::joined({judged ? sentence(words, ratio, Scene::keyName(a.cell), Scene::keyName(b.cell), scenario)
                                               : unjudged(ratio, a, b, scenario),
                                        unlike, m_scene.provisional({&a, &b})});
        const bool isRate = m_metric.kind == MetricKind::Rate;
        finding.subject = Message(isRate ? QT_TRANSLATE_NOOP("Engine", "%1 against %2") : QT_TRANSLATE_NOOP("Engine", "time of %1 against %2"),
                                  {Scene::keyName(a.cell), Scene::keyName(b.cell)});
        finding.scenario = scenario;
        finding.evidence = Message::joined({evidenceOf(ratio, same), unlike});
        finding.detail = reasons(a, b);
        finding.weight = judged && ratio.ci95 ? std::abs(std::log(*ratio.value)) + (ratio.differs() ? 1 : 0) : 0;
        return finding;
    }

    [[nodiscard]] Message unjudged(const Ratio& ratio, const CellResult& a, const CellResult& b, const std::string& scenario) const
    {
        const ToldInterval interval = worth(ratio.ci95.value_or(Interval{}));
        const char* text = ratio.ci95
            ? QT_TRANSLATE_NOOP("Engine", "%1 against %3 (%4): %2×, 95 % interval %5–%6, repeats: %7 each")
            : QT_TRANSLATE_NOOP("Engine", "%1 against %3 (%4): %2×, without an interval yet; repeats: %7");
        return Message(text, {Scene::keyName(a.cell), worth(*ratio.value), Scene::keyName(b.cell), scenario, interval.low,
                              interval.high, std::int64_t{ratio.n}});
    }

    const Scene& m_scene;
    Metric m_metric;
    std::vector<Candidate> m_ranking;
};

} // namespace

std::vector<Finding> keyFindings(const Scene& scene)
{
    std::vector<Finding> findings;
    for (const Cells& group : scene.groupsBut(kOfTheKey)) {
        for (const Metric& metric : headlines(*group.front()))
            Contest(scene, group, metric).addFindings(findings);
    }
    std::erase_if(findings, [](const Finding& finding) { return !finding.value; });
    return findings;
}

} // namespace keyrace
