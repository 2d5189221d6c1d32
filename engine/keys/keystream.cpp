// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/keystream.h"

#include "engine/error.h"
#include "engine/keys/keytext.h"

#include <algorithm>
#include <limits>
#include <random>

namespace keyrace {

namespace {

/// What a server's counter hands out: 1, 2, 3, …
class CountingGenerator final : public KeyGenerator {
public:
    void fill(std::span<Key> out, KeyClock&) override
    {
        for (Key& key : out)
            key = {0, ++m_count};
    }

private:
    std::uint64_t m_count = 0;
};

std::unique_ptr<KeyGenerator> generatorFor(const KeyStreamRequest& request)
{
    GeneratorSeat seat;
    if (request.seed) {
        seat.seed = *request.seed;
    } else {
        std::random_device system;
        seat.seed = std::uint64_t{system()} << 32 | system();
    }
    if (std::unique_ptr<KeyGenerator> generator = request.type->generator(request.options, seat))
        return generator;
    constexpr std::int64_t kLastInt = std::numeric_limits<std::int32_t>::max();
    if (request.type->shape() == KeyShape::Auto32 && request.count > kLastInt) {
        throw Error(ErrorKind::Limit, Message(QT_TRANSLATE_NOOP("Engine", "%1 ends at %2: take bigint-auto for more keys"),
                                              {std::string(request.type->name()), kLastInt}));
    }
    return std::make_unique<CountingGenerator>();
}

void append(std::string& out, Key key, const KeyStreamRequest& request, int octets)
{
    switch (request.format) {
    case KeyFormat::Text:
        out += request.type->text(key);
        out += '\n';
        break;
    case KeyFormat::Hex:
        out += hexText(key, octets);
        out += '\n';
        break;
    case KeyFormat::Raw: {
        const KeyBytes bytes = toBytes(key);
        out.append(bytes.end() - octets, bytes.end());
        break;
    }
    }
}

} // namespace

std::string_view name(KeyFormat format)
{
    switch (format) {
    case KeyFormat::Text:
        return "text";
    case KeyFormat::Hex:
        return "hex";
    case KeyFormat::Raw:
        return "raw";
    }
    return {};
}

std::optional<KeyFormat> keyFormatFromName(std::string_view given)
{
    for (const KeyFormat format : {KeyFormat::Text, KeyFormat::Hex, KeyFormat::Raw}) {
        if (name(format) == given)
            return format;
    }
    return std::nullopt;
}

void writeKeys(const KeyStreamRequest& request, const std::function<void(std::string_view)>& write)
{
    const std::unique_ptr<KeyGenerator> generator = generatorFor(request);
    std::unique_ptr<KeyClock> clock;
    if (request.seed)
        clock = std::make_unique<SimulatedClock>();
    else
        clock = std::make_unique<RealClock>();

    constexpr std::int64_t kPiece = 4'096;
    const int octets = request.type->card(request.options).bytes;
    std::vector<Key> keys;
    std::string text;
    for (std::int64_t left = request.count; left > 0; left -= kPiece) {
        keys.resize(static_cast<std::size_t>(std::min(left, kPiece)));
        generator->fill(keys, *clock);
        text.clear();
        for (const Key key : keys)
            append(text, key, request, octets);
        write(text);
    }
}

} // namespace keyrace
