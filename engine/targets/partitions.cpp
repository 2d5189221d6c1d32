// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/partitions.h"

#include "engine/keys/keyclock.h"

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

__extension__ using Wide = unsigned __int128;

/// From the lowest to the highest value.
struct Span {
    Wide low = 0;
    Wide high = 0;
};

Wide wideOf(Key key)
{
    return static_cast<Wide>(key.high) << 64 | key.low;
}

std::int64_t rowsOf(const Cell& cell)
{
    return std::max<std::int64_t>(cell.prefill + cell.rows, 1);
}

// A sample of the trial's keys, from its first row to its last: the generators need not be known here.
Span keySpan(const Cell& cell, const KeyType& type)
{
    constexpr std::int64_t kSample = 512;
    const std::int64_t rows = rowsOf(cell);
    const double step = simulatedStep(cell, cell.rows, cell.prefill);
    const auto generator = type.generator(cell.keyOptions, {cell.protocol.seed, 0, 0});
    SimulatedClock clock(SimulatedClock::kStart, step);
    Span span{~Wide{0}, 0};
    for (std::int64_t i = 0; i <= kSample; ++i) {
        clock.seek(static_cast<std::int64_t>(static_cast<double>(rows) * static_cast<double>(i) / kSample));
        std::array<Key, 1> key{};
        generator->fill(key, clock);
        const Wide value = wideOf(cell.storage == Storage::Swapped ? swapped(key[0]) : key[0]);
        span = {std::min(span.low, value), std::max(span.high, value)};
    }
    return span;
}

Value keyValue(const Cell& cell, const KeyType& type, Wide value)
{
    const Key key{static_cast<std::uint64_t>(value >> 64), static_cast<std::uint64_t>(value)};
    if (type.shape() != KeyShape::Bytes16)
        return static_cast<std::int64_t>(key.low);
    if (cell.storage == Storage::Text)
        return type.text(key);
    const KeyBytes bytes = toBytes(key);
    return std::string(bytes.begin(), bytes.end());
}

} // namespace

double simulatedStep(const Cell& cell, std::int64_t total, std::int64_t prefilled)
{
    const double span = cell.keyOptions.spanS.value_or(0);
    if (span <= 0)
        return SimulatedClock::kStepAllNow;
    const std::int64_t rows = cell.prefill > 0 ? cell.prefill : prefilled > 0 ? prefilled : total;
    return span * 1e9 / static_cast<double>(std::max<std::int64_t>(rows, 1));
}

std::vector<Value> partitionBounds(const Cell& cell)
{
    const KeyType* type = findKeyType(cell.key);
    if (type == nullptr || cell.layout.count < 2)
        return {};
    Span span{1, static_cast<Wide>(rowsOf(cell)) + 1};
    if (cell.layout.by == "created_at") {
        constexpr std::int64_t kMicrosecond = 1'000;
        span.low = static_cast<Wide>(SimulatedClock::kStart / kMicrosecond);
        const double length = simulatedStep(cell, cell.rows, cell.prefill) * static_cast<double>(rowsOf(cell)) / kMicrosecond;
        span.high = span.low + static_cast<Wide>(std::max(length, 1.0));
    } else if (!isAuto(type->shape())) {
        span = keySpan(cell, *type);
    }
    std::vector<Value> bounds;
    const auto count = static_cast<Wide>(cell.layout.count);
    for (Wide i = 1; i < count; ++i) {
        // Without overflow: the quotient's share, and the remainder's.
        const Wide length = span.high - span.low;
        const Wide place = span.low + length / count * i + length % count * i / count;
        Value bound = cell.layout.by == "created_at" || isAuto(type->shape()) ? Value(static_cast<std::int64_t>(place)) : keyValue(cell, *type, place);
        if (bounds.empty() || bounds.back() < bound)
            bounds.push_back(std::move(bound));
    }
    return bounds;
}

} // namespace keyrace
