// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/gregorian.h"
#include "engine/keys/uuidtype.h"

namespace keyrace {

namespace {

class UuidV1Type final : public UuidType {
public:
    std::string_view name() const override { return "uuidv1"; }
    Message label() const override { return Message(QT_TRANSLATE_NOOP("Engine", "UUID v1")); }

    std::span<const Storage> storages() const override
    {
        static constexpr Storage kStorages[] = {Storage::Binary, Storage::Native, Storage::BinaryOld, Storage::Text, Storage::Swapped};
        return kStorages;
    }

    KeyCard card(const KeyOptions& options) const override
    {
        KeyCard card = uuidCard();
        describeGregorian(card, options);
        card.order = Message(QT_TRANSLATE_NOOP("Engine", "The fastest time bits lead: ascending for 429.5 seconds at a time, then from the "
                                                         "beginning again, between keys that are there already. Stored swapped, always "
                                                         "ascending."));
        return card;
    }

    std::unique_ptr<KeyGenerator> generator(const KeyOptions& options, const GeneratorSeat& seat) const override
    {
        return std::make_unique<GregorianGenerator<uuid::v1>>(options, seat);
    }
};

} // namespace

const KeyType& uuidV1Type()
{
    static const UuidV1Type type;
    return type;
}

} // namespace keyrace
