// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace keyrace {

/// The targets of a plan, made when first asked for, and what can be run on them: a target's own rules and what this
/// version has procedures for. Nothing is connected here. Used by one thread.
class Connectors {
public:
    explicit Connectors(ConnectorContext context = {});
    ~Connectors();

    /// Lets go of all targets; private servers end. They are made anew when they are asked for.
    void clear();
    /// For a connector that is made elsewhere.
    void add(const std::string& url, std::unique_ptr<Connector> connector);
    /// Throws Error{BadInput} for a URL that no target knows.
    [[nodiscard]] Connector& find(const std::string& url);
    [[nodiscard]] const TargetRules& rules(const std::string& url);

private:
    struct Entry;

    ConnectorContext m_context;
    std::map<std::string, std::unique_ptr<Entry>> m_entries;
};

/// The plan's cells as they would be run now; those that cannot be carry the reason. Throws Error{BadInput}.
[[nodiscard]] std::vector<Cell> cellsOf(const Plan& plan, Connectors& connectors);
[[nodiscard]] std::vector<Cell> cellsOf(const Plan& plan);

} // namespace keyrace
