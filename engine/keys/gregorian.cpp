// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/gregorian.h"

namespace keyrace {

std::uint64_t nodeOf(NodeKind kind, const GeneratorSeat& seat)
{
    constexpr std::uint64_t kMulticast = std::uint64_t{0x01} << 40;
    constexpr std::uint64_t kLocallyAdministered = std::uint64_t{0x02} << 40;
    const std::uint64_t random = randomFor({seat.seed, seat.client}, Purpose::Node)() & uuid::kMask48;
    switch (kind) {
    case NodeKind::Random:
        return random | kMulticast;
    case NodeKind::Mac:
        return random & ~(kMulticast | kLocallyAdministered);
    }
    return random;
}

GregorianFields::GregorianFields(const KeyOptions& options, const GeneratorSeat& seat)
    : m_clock(options, seat)
{
    const std::uint64_t sequence = randomFor({seat.seed, 0, seat.stream}, Purpose::ClockSequence)() + static_cast<std::uint64_t>(seat.client);
    m_clockSeqAndNode = uuid::clockSeqAndNode(sequence, nodeOf(options.node.value_or(NodeKind::Random), seat));
}

void describeGregorian(KeyCard& card, const KeyOptions& options)
{
    card.randomBits = 0;
    card.revealsTime = true;
    card.revealsOrder = true;
    card.revealsMachine = options.node == NodeKind::Mac;
    card.guessability = card.revealsMachine
        ? Message(QT_TRANSLATE_NOOP("Engine", "One key gives away the machine; the next ones differ in their time alone, in steps of 100 ns."))
        : Message(QT_TRANSLATE_NOOP("Engine", "The random node is drawn once per client: one key gives it away, and the next ones differ in "
                                              "their time alone, in steps of 100 ns."));
}

} // namespace keyrace
