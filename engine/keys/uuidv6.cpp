// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/gregorian.h"
#include "engine/keys/uuidtype.h"

namespace keyrace {

namespace {

class UuidV6Type final : public UuidType {
public:
    std::string_view name() const override { return "uuidv6"; }
    Message label() const override { return Message(QT_TRANSLATE_NOOP("Engine", "UUID v6")); }

    KeyCard card(const KeyOptions& options) const override
    {
        KeyCard card = uuidCard();
        describeGregorian(card, options);
        card.order = Message(QT_TRANSLATE_NOOP("Engine", "Ascending for each client: new keys land at the right edge of the index."));
        return card;
    }

    std::unique_ptr<KeyGenerator> generator(const KeyOptions& options, const GeneratorSeat& seat) const override
    {
        return std::make_unique<GregorianGenerator<uuid::v6>>(options, seat);
    }
};

} // namespace

const KeyType& uuidV6Type()
{
    static const UuidV6Type type;
    return type;
}

} // namespace keyrace
