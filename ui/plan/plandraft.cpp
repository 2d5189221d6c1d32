// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plandraft.h"

#include "engine/error.h"

#include <QtCore/QDir>
#include <QtCore/QStringList>

#include <algorithm>
#include <exception>

namespace keyrace {

namespace {

const KeyType* plainKeyType()
{
    const auto types = keyTypes();
    const auto found = std::find_if(types.begin(), types.end(), [](const KeyType* type) { return type->shape() == KeyShape::Bytes16; });
    return found == types.end() ? nullptr : *found;
}

Part plainPart(const TableChoice& table)
{
    Part part;
    part.table = table;
    part.workload.kind = WorkloadKind::Load;
    part.workload.rows = {1'000};
    if (const KeyType* type = plainKeyType()) {
        KeyLevel level;
        level.type = type->name();
        part.factors.key = {level};
    }
    return part;
}

// Every reason once, in the order in which they appear.
QString joined(const std::vector<Cell>& cells)
{
    QStringList reasons;
    for (const Cell& cell : cells) {
        if (cell.unavailable)
            reasons << cell.unavailable->translated();
    }
    reasons.removeDuplicates();
    return reasons.join(u'\n');
}

} // namespace

PlanDraft::PlanDraft(const Theme& theme, PasswordSource passwords)
    : m_theme(theme)
    , m_passwords(std::move(passwords))
    , m_connectors(ConnectorContext{QDir::tempPath().toStdString()})
{
}

PlanDraft::~PlanDraft() = default;

void PlanDraft::setPlan(const Plan& plan)
{
    m_plan = plan;
    m_part = std::min(m_part, m_plan.parts.empty() ? 0 : m_plan.parts.size() - 1);
    emit shown();
}

const Part& PlanDraft::part() const
{
    static const Part none;
    return m_part < m_plan.parts.size() ? m_plan.parts[m_part] : none;
}

void PlanDraft::selectPart(std::size_t index)
{
    if (index == m_part || index >= m_plan.parts.size())
        return;
    m_part = index;
    emit shown();
}

void PlanDraft::editPlan(const std::function<void(Plan&)>& change)
{
    if (m_readOnly)
        return;
    const Plan before = m_plan;
    change(m_plan);
    if (m_plan == before)
        return;
    if (m_part >= m_plan.parts.size())
        m_part = m_plan.parts.empty() ? 0 : m_plan.parts.size() - 1;
    emit changed();
}

void PlanDraft::editPart(const std::function<void(Part&)>& change)
{
    editPlan([&](Plan& plan) {
        if (plan.parts.empty())
            plan.parts.emplace_back();
        change(plan.parts[m_part]);
    });
}

const TargetRules* PlanDraft::rules() const
{
    try {
        const auto urls = targetUrls(m_plan);
        return urls.empty() ? nullptr : &m_connectors.rules(urls.front());
    } catch (const std::exception&) {
        return nullptr; // told by outcome()
    }
}

QString PlanDraft::whyNotTarget(const std::string& url) const
{
    try {
        static_cast<void>(m_connectors.find(url));
        return {};
    } catch (const Error& error) {
        return error.message().translated();
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
}

PlanOutcome PlanDraft::outcome() const
{
    PlanOutcome outcome;
    try {
        outcome.cells = cellsOf(m_plan, m_connectors);
        outcome.cost = estimate(outcome.cells);
    } catch (const Error& error) {
        outcome.error = error.message().translated();
    } catch (const std::exception& error) {
        outcome.error = QString::fromUtf8(error.what());
    }
    return outcome;
}

QString PlanDraft::reasonOf(const Part& probe) const
{
    // A plan without any available cell is an error, so a part that every database can do stands beside the one in question.
    Plan plan;
    plan.targets = m_plan.targets;
    plan.sandbox = m_plan.sandbox;
    plan.parts = {plainPart({TableShape::SixColumns, 0}), probe};
    plan.parts[0].name = "plain";
    plan.parts[1].name = "probe";
    try {
        auto cells = cellsOf(plan, m_connectors);
        std::erase_if(cells, [](const Cell& cell) { return cell.partIndex == 0; });
        const bool someAvailable = std::any_of(cells.begin(), cells.end(), [](const Cell& cell) { return !cell.unavailable; });
        return someAvailable ? QString() : joined(cells);
    } catch (const Error& error) {
        return error.message().translated();
    } catch (const std::exception&) {
        return {};
    }
}

QString PlanDraft::whyNot(const std::function<void(Part&)>& set) const
{
    const Part plain = plainPart(part().table);
    if (!reasonOf(plain).isEmpty())
        return {};
    Part probe = plain;
    set(probe);
    return reasonOf(probe);
}

} // namespace keyrace
