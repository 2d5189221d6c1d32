// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/keytype.h"

#include <algorithm>
#include <iterator>

namespace keyrace {

namespace {

template<typename Enum>
struct Named {
    Enum value;
    std::string_view name;
};

constexpr Named<Storage> kStorages[] = {
    {Storage::Native, "native"}, {Storage::Binary, "binary"},   {Storage::BinaryOld, "binary-old"},
    {Storage::Text, "text"},     {Storage::Swapped, "swapped"}, {Storage::Unaliased, "unaliased"},
};
constexpr Named<KeySource> kSources[] = {{KeySource::Client, "client"}, {KeySource::Server, "server"}};
constexpr Named<V7Method> kMethods[] = {
    {V7Method::Counter, "counter"}, {V7Method::Submillisecond, "submillisecond"}, {V7Method::Random, "random"}};
constexpr Named<NodeKind> kNodes[] = {{NodeKind::Random, "random"}, {NodeKind::Mac, "mac"}};

template<typename Enum, std::size_t size>
std::string_view nameIn(const Named<Enum> (&names)[size], Enum value)
{
    const auto found = std::find_if(std::begin(names), std::end(names), [&](const auto& named) { return named.value == value; });
    return found == std::end(names) ? std::string_view() : found->name;
}

template<typename Enum, std::size_t size>
std::optional<Enum> valueIn(const Named<Enum> (&names)[size], std::string_view name)
{
    const auto found = std::find_if(std::begin(names), std::end(names), [&](const auto& named) { return named.name == name; });
    return found == std::end(names) ? std::nullopt : std::optional(found->value);
}

} // namespace

std::string_view name(Storage storage)
{
    return nameIn(kStorages, storage);
}

std::string_view name(KeySource source)
{
    return nameIn(kSources, source);
}

std::string_view name(V7Method method)
{
    return nameIn(kMethods, method);
}

std::string_view name(NodeKind node)
{
    return nameIn(kNodes, node);
}

std::optional<Storage> storageFromName(std::string_view name)
{
    return valueIn(kStorages, name);
}

std::optional<KeySource> keySourceFromName(std::string_view name)
{
    return valueIn(kSources, name);
}

std::optional<V7Method> v7MethodFromName(std::string_view name)
{
    return valueIn(kMethods, name);
}

std::optional<NodeKind> nodeKindFromName(std::string_view name)
{
    return valueIn(kNodes, name);
}

int storedBytes(const KeyType& type, Storage storage)
{
    switch (type.shape()) {
    case KeyShape::Auto32:
        return storage == Storage::Unaliased ? 8 : 4;
    case KeyShape::Auto64:
    case KeyShape::Int64:
        return 8;
    case KeyShape::Bytes16:
        return storage == Storage::Text ? type.card({}).textCharacters : 16;
    }
    return 0;
}

Key swapped(Key key)
{
    return {(key.high & 0xFFFF) << 48 | (key.high >> 16 & 0xFFFF) << 32 | key.high >> 32, key.low};
}

Key unswapped(Key key)
{
    return {(key.high & 0xFFFF'FFFF) << 32 | (key.high >> 32 & 0xFFFF) << 16 | key.high >> 48, key.low};
}

} // namespace keyrace
