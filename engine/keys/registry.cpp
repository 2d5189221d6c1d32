// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/keytype.h"

#include <algorithm>

namespace keyrace {

// Each stands in its type's own file.
const KeyType& intAutoType();
const KeyType& bigintAutoType();
const KeyType& uuidV1Type();
const KeyType& uuidV4Type();
const KeyType& uuidV6Type();
const KeyType& uuidV7Type();
const KeyType& snowflakeType();
const KeyType& ulidType();

std::span<const KeyType* const> keyTypes()
{
    static const KeyType* const types[] = {
        &intAutoType(), &bigintAutoType(), &uuidV1Type(), &uuidV4Type(), &uuidV6Type(), &uuidV7Type(), &snowflakeType(), &ulidType(),
    };
    return types;
}

const KeyType* findKeyType(std::string_view name)
{
    const auto types = keyTypes();
    const auto found = std::find_if(types.begin(), types.end(), [&](const KeyType* type) { return type->name() == name; });
    return found == types.end() ? nullptr : *found;
}

} // namespace keyrace
