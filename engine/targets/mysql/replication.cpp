// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/replication.h"

#include <array>
#include <map>

namespace keyrace::mysql {

namespace {

struct Counter {
    const char* status;
    const char* name;
    double factor;
};
// https://galeracluster.com/library/documentation/galera-status-variables.html
constexpr std::array<Counter, 4> kCounters{{{"wsrep_local_cert_failures", "certification_failures", 1},
                                            {"wsrep_local_bf_aborts", "replication_aborts", 1},
                                            {"wsrep_replicated_bytes", "replicated_bytes", 1},
                                            {"wsrep_flow_control_paused_ns", "flow_control_paused_us", 1e-3}}};

} // namespace

Replication::Replication(const std::vector<ConnectOptions>& nodes, Interrupt& interrupt)
{
    for (const ConnectOptions& node : nodes)
        m_nodes.push_back(std::make_unique<Connection>(node, interrupt));
}

void Replication::addTo(Counters& counters)
{
    std::map<std::string, double> sums;
    for (const auto& node : m_nodes) {
        if (m_lost)
            break;
        try {
            for (const Row& row : node->query("SHOW GLOBAL STATUS LIKE 'wsrep\\_%'"))
                sums[row[0].value_or("")] += std::strtod(row[1].value_or("").c_str(), nullptr);
        } catch (const Error& error) { // the trial tells it where it matters
            m_lost = error.whole();
        }
    }
    for (const Counter& counter : kCounters) {
        if (m_lost)
            counters.absent[counter.name] = *m_lost;
        else if (const auto sum = sums.find(counter.status); sum != sums.end())
            counters.values[counter.name] = sum->second * counter.factor;
        else
            counters.absent[counter.name] = Message(QT_TRANSLATE_NOOP("Engine", "This server has no status variable %1."), {std::string(counter.status)});
    }
}

} // namespace keyrace::mysql
