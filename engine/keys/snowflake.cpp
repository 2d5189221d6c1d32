// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/snowflake.h"

#include "engine/error.h"
#include "engine/keys/seat.h"

#include <algorithm>
#include <limits>

namespace keyrace {

namespace {

std::uint64_t mask(int bits)
{
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

// Discord's increment and Instagram's database sequence run on from millisecond to millisecond; Twitter's begins at 0.
bool sequenceRunsOn(const SnowflakeLayout& layout)
{
    return layout.name == "discord" || layout.name == "instagram";
}

const SnowflakeLayout& layoutOf(const KeyOptions& options)
{
    return options.flavour ? *options.flavour : snowflakeFlavours().front();
}

int nodes(const SnowflakeLayout& layout)
{
    return static_cast<int>(std::min<std::uint64_t>(mask(layout.bits[1]), std::numeric_limits<int>::max() - 1)) + 1;
}

/// Time, node, sequence; the node is the client's number.
/// Once the sequence of a millisecond is used up, the next key waits for the next millisecond (stalled()).
/// Where the clock steps back, the last millisecond is kept, its sequence is used up, and then the generator waits until
/// the clock has passed it. Where the sequence runs on (Discord, Instagram) it passes its end within a millisecond, so that
/// order holds from millisecond to millisecond only.
class SnowflakeGenerator final : public KeyGenerator {
public:
    SnowflakeGenerator(const KeyOptions& options, const GeneratorSeat& seat)
        : m_clock(options, seat)
        , m_layout(layoutOf(options))
        , m_runsOn(sequenceRunsOn(m_layout))
        , m_sequenceMask(mask(m_layout.bits[2]))
        , m_node(static_cast<std::uint64_t>(seat.client) << m_layout.bits[2])
    {
    }

    void fill(std::span<Key> out, KeyClock& clock) override
    {
        for (Key& key : out) {
            const std::int64_t time = m_clock.next(clock);
            const std::int64_t now = floorDivide(time, kNanosecondsPerMillisecond);
            if (now > m_last)
                startMillisecond(now);
            else if (m_used > m_sequenceMask)
                waitAfter(time, clock);
            key = {0, m_time | m_node | m_sequence};
            m_sequence = (m_sequence + 1) & m_sequenceMask;
            ++m_used;
        }
    }

private:
    void startMillisecond(std::int64_t milliseconds)
    {
        const std::uint64_t field = millisecondField(milliseconds, m_layout.epochMs, m_layout.bits[0], "Snowflake");
        m_time = field << (m_layout.bits[1] + m_layout.bits[2]);
        m_last = milliseconds;
        m_used = 0;
        if (!m_runsOn)
            m_sequence = 0;
    }

    void waitAfter(std::int64_t time, KeyClock& clock)
    {
        startMillisecond(m_last + 1);
        const std::int64_t begin = m_last * kNanosecondsPerMillisecond;
        m_clock.waitUntil(begin, clock);
        m_stalled += begin - time;
    }

    ClientClock m_clock;
    SnowflakeLayout m_layout;
    bool m_runsOn;
    std::uint64_t m_sequenceMask;
    std::uint64_t m_node;                                           ///< in its place
    std::uint64_t m_time = 0;                                       ///< in its place
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min(); ///< Unix time in milliseconds
    std::uint64_t m_sequence = 0;
    std::uint64_t m_used = 0; ///< keys made in this millisecond
};

class SnowflakeType final : public KeyType {
public:
    std::string_view name() const override { return "snowflake"; }
    Message label() const override { return Message(QT_TRANSLATE_NOOP("Engine", "Snowflake")); }
    KeyShape shape() const override { return KeyShape::Int64; }

    std::span<const Storage> storages() const override
    {
        static constexpr Storage kStorages[] = {Storage::Native};
        return kStorages;
    }

    KeyCard card(const KeyOptions& options) const override
    {
        KeyCard card;
        card.bytes = 8;
        card.revealsTime = true;
        card.revealsMachine = true;
        card.revealsOrder = true;
        card.needsCoordination = true;
        card.guessability = Message(QT_TRANSLATE_NOOP("Engine", "Nothing in it is random: who knows one key can try its neighbours."));
        card.order = sequenceRunsOn(layoutOf(options))
            ? Message(QT_TRANSLATE_NOOP("Engine", "Ascending from millisecond to millisecond: new keys land near the right edge of the index."))
            : Message(QT_TRANSLATE_NOOP("Engine", "Ascending for each client: new keys land at the right edge of the index."));
        return card;
    }

    int maxClients(const KeyOptions& options) const override { return nodes(layoutOf(options)); }

    std::unique_ptr<KeyGenerator> generator(const KeyOptions& options, const GeneratorSeat& seat) const override
    {
        const SnowflakeLayout& layout = layoutOf(options);
        if (const std::optional<Message> problem = problemWith(layout))
            throw Error(ErrorKind::BadInput, *problem);
        if (seat.client < 0 || seat.client >= nodes(layout)) {
            throw Error(ErrorKind::Limit,
                        Message(QT_TRANSLATE_NOOP("Engine", "Snowflake node %1: this layout has nodes 0 to %2"),
                                {std::int64_t{seat.client}, std::int64_t{nodes(layout)} - 1}));
        }
        return std::make_unique<SnowflakeGenerator>(options, seat);
    }

    std::string text(Key key) const override { return std::to_string(key.low); }
};

} // namespace

std::span<const SnowflakeLayout> snowflakeFlavours()
{
    static const SnowflakeLayout flavours[] = {
        {"twitter", 1'288'834'974'657, {41, 10, 12}},
        {"discord", 1'420'070'400'000, {42, 10, 12}},
        {"instagram", 1'314'220'021'721, {41, 13, 10}},
    };
    return flavours;
}

const SnowflakeLayout* findSnowflakeFlavour(std::string_view name)
{
    const auto flavours = snowflakeFlavours();
    const auto found = std::find_if(flavours.begin(), flavours.end(), [&](const SnowflakeLayout& flavour) { return flavour.name == name; });
    return found == flavours.end() ? nullptr : &*found;
}

std::optional<Message> problemWith(const SnowflakeLayout& layout)
{
    const auto [time, node, sequence] = layout.bits;
    const bool inRange = std::all_of(layout.bits.begin(), layout.bits.end(), [](int bits) { return bits >= 0 && bits <= 63; });
    if (inRange && time > 0 && (time + node + sequence == 63 || time + node + sequence == 64))
        return std::nullopt;
    return Message(QT_TRANSLATE_NOOP("Engine", "Snowflake bits %1, %2, %3: time, node and sequence must be 63 or 64 bits in all"),
                   {std::int64_t{time}, std::int64_t{node}, std::int64_t{sequence}});
}

std::uint64_t snowflake(const SnowflakeLayout& layout, const SnowflakeFields& fields)
{
    return fields.time << (layout.bits[1] + layout.bits[2]) | fields.node << layout.bits[2] | fields.sequence;
}

std::optional<SnowflakeFields> snowflakeFields(const SnowflakeLayout& layout, std::uint64_t value)
{
    const int belowTime = layout.bits[1] + layout.bits[2];
    SnowflakeFields fields;
    fields.time = value >> belowTime;
    fields.node = value >> layout.bits[2] & mask(layout.bits[1]);
    fields.sequence = value & mask(layout.bits[2]);
    if (fields.time > mask(layout.bits[0]))
        return std::nullopt;
    return fields;
}

std::vector<NamedBits> snowflakeFieldNames(const SnowflakeLayout& layout)
{
    if (layout.name == "twitter")
        return {{"datacenter", 5}, {"worker", 5}, {"sequence", 12}};
    if (layout.name == "discord")
        return {{"worker", 5}, {"process", 5}, {"increment", 12}};
    if (layout.name == "instagram")
        return {{"shard", 13}, {"sequence", 10}};
    return {{"node", layout.bits[1]}, {"sequence", layout.bits[2]}};
}

const KeyType& snowflakeType()
{
    static const SnowflakeType type;
    return type;
}

} // namespace keyrace
