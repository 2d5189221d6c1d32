// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/connectors.h"

#include "engine/error.h"
#include "engine/sandbox/sandbox.h"
#include "engine/workloads/procedure.h"

namespace keyrace {

namespace {

/// A target's rules, and whether the cell's workload can be carried out at all.
class RunRules final : public TargetRules {
public:
    explicit RunRules(const Connector& connector)
        : m_connector(connector)
    {
    }

    Storage defaultStorage(KeyShape shape) const override { return m_connector.defaultStorage(shape); }
    std::string defaultLayout() const override { return m_connector.defaultLayout(); }

    std::optional<Message> unavailable(const Cell& cell) const override
    {
        const Procedure* procedure = findProcedure(cell.workload.kind);
        if (procedure == nullptr)
            return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace has no procedure for the workload %1."),
                           {std::string(name(cell.workload.kind))});
        if (cell.protocol.order == TrialOrder::Race)
            return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace cannot let cells take turns (order race): take rounds."));
        if (auto reason = procedure->unavailable(cell))
            return reason;
        return m_connector.unavailable(cell);
    }

private:
    const Connector& m_connector;
};

} // namespace

struct Connectors::Entry {
    explicit Entry(std::unique_ptr<Connector> made)
        : connector(std::move(made))
        , rules(*connector)
    {
    }

    std::unique_ptr<Connector> connector;
    RunRules rules;
};

Connectors::Connectors(ConnectorContext context)
    : m_context(std::move(context))
{
}

Connectors::~Connectors() = default;

void Connectors::clear()
{
    m_entries.clear();
}

void Connectors::add(const std::string& url, std::unique_ptr<Connector> connector)
{
    m_entries[url] = std::make_unique<Entry>(std::move(connector));
}

Connector& Connectors::find(const std::string& url)
{
    const auto known = m_entries.find(url);
    if (known == m_entries.end())
        add(url, makeTarget(url, m_context));
    return *m_entries.at(url)->connector;
}

const TargetRules& Connectors::rules(const std::string& url)
{
    (void)find(url);
    return m_entries.at(url)->rules;
}

std::vector<Cell> cellsOf(const Plan& plan, Connectors& connectors)
{
    return expand(plan, [&connectors](const std::string& url) -> const TargetRules& { return connectors.rules(url); });
}

std::vector<Cell> cellsOf(const Plan& plan)
{
    Connectors connectors;
    return cellsOf(plan, connectors);
}

} // namespace keyrace
