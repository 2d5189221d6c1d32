// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/seat.h"
#include "engine/keys/uuidfields.h"

#include <algorithm>
#include <cstdint>

namespace keyrace {

/// What UUID v1 and v6 share: ticks of 100 ns since 1582, a clock sequence and a node.
/// Every key has a tick of its own. Where the clock stands still within a tick, or steps back, counting goes on from the
/// last tick, ahead of the clock if need be (RFC 9562 §6.1 allows it), so nothing waits and nothing repeats. The clock
/// sequence therefore never has to change: it is drawn once, plus the client's number, so that clients never meet.
class GregorianFields {
public:
    GregorianFields(const KeyOptions& options, const GeneratorSeat& seat);

    [[nodiscard]] std::uint64_t nextTick(KeyClock& clock)
    {
        const auto now = static_cast<std::uint64_t>(floorDivide(m_clock.next(clock), 100) + uuid::kGregorianOffset);
        m_lastTick = std::max(now, m_lastTick + 1);
        return m_lastTick;
    }
    [[nodiscard]] std::uint64_t clockSeqAndNode() const { return m_clockSeqAndNode; }

private:
    ClientClock m_clock;
    std::uint64_t m_clockSeqAndNode;
    std::uint64_t m_lastTick = 0;
};

/// The node of one client: 48 bits, the multicast bit set (random) or clear (as a network card's address has it).
[[nodiscard]] std::uint64_t nodeOf(NodeKind kind, const GeneratorSeat& seat);

/// Makes v1 or v6, whichever `assemble` lays out.
template<Key (*assemble)(std::uint64_t ticks, std::uint64_t clockSeqAndNode)>
class GregorianGenerator final : public KeyGenerator {
public:
    GregorianGenerator(const KeyOptions& options, const GeneratorSeat& seat)
        : m_fields(options, seat)
    {
    }

    void fill(std::span<Key> out, KeyClock& clock) override
    {
        for (Key& key : out)
            key = assemble(m_fields.nextTick(clock), m_fields.clockSeqAndNode());
    }

private:
    GregorianFields m_fields;
};

/// The parts of the card that v1 and v6 share.
void describeGregorian(KeyCard& card, const KeyOptions& options);

} // namespace keyrace
