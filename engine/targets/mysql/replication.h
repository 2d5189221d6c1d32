// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/counters.h"
#include "engine/targets/mysql/connection.h"

#include <memory>
#include <vector>

namespace keyrace::mysql {

/// What the nodes of a Galera cluster count of their replication, each for itself: over a connection to each of them, beside those
/// of the clients. Used by the run's thread.
class Replication {
public:
    /// `interrupt` outlives it. Throws Error.
    Replication(const std::vector<ConnectOptions>& nodes, Interrupt& interrupt);

    /// The sums over all nodes. Once one is lost they are absent, with its words.
    void addTo(Counters& counters);

private:
    std::vector<std::unique_ptr<Connection>> m_nodes;
    std::optional<Message> m_lost;
};

} // namespace keyrace::mysql
