// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/schedule.h"

#include <map>
#include <random>
#include <utility>

namespace keyrace {

namespace {

// Fisher and Yates; std::shuffle's draws differ between standard libraries.
void shuffle(std::vector<int>& order, std::mt19937_64& random)
{
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random() % i]);
}

void appendSequential(const std::vector<int>& part, int repeats, std::vector<Turn>& turns)
{
    for (std::size_t place = 0; place < part.size(); ++place) {
        for (int n = 0; n < repeats; ++n)
            turns.push_back({part[place], n, n, static_cast<int>(place)});
    }
}

void appendRounds(const std::vector<int>& part, const Protocol& protocol, int partIndex, std::vector<Turn>& turns)
{
    std::mt19937_64 random(protocol.seed + static_cast<std::uint64_t>(partIndex) * 0x9E3779B97F4A7C15U);
    for (int round = 0; round < protocol.repeats; ++round) {
        std::vector<int> order = part;
        if (protocol.order == TrialOrder::Rounds)
            shuffle(order, random);
        for (std::size_t place = 0; place < order.size(); ++place)
            turns.push_back({order[place], round, round, static_cast<int>(place)});
    }
}

} // namespace

std::vector<Turn> schedule(const std::vector<Cell>& cells)
{
    std::map<int, std::vector<int>> parts;
    for (const Cell& cell : cells) {
        if (!cell.unavailable)
            parts[cell.partIndex].push_back(cell.index);
    }
    std::vector<Turn> turns;
    for (const auto& [partIndex, part] : parts) {
        const Protocol& protocol = cells[static_cast<std::size_t>(part.front())].protocol;
        if (protocol.order == TrialOrder::Sequential)
            appendSequential(part, protocol.repeats, turns);
        else
            appendRounds(part, protocol, partIndex, turns);
    }
    return turns;
}

} // namespace keyrace
