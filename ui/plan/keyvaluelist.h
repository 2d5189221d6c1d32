// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/itemlist.h"

#include <string>
#include <utility>

namespace keyrace {

/// Settings as rows of name = value. A row without a name is not passed on yet, and stays to be filled in.
class KeyValueList : public PlanWidget {
    Q_OBJECT

public:
    using Pairs = std::vector<std::pair<std::string, std::string>>;

    struct Words {
        QString name;  ///< "Setting"
        QString value; ///< "Value"
        QString add;   ///< "Add a setting"
        QString remove;
        QStringList names = {}; ///< known ones, offered while typing
    };

    KeyValueList(PlanDraft& draft, const Words& words, std::function<Pairs()> read, std::function<void(const Pairs&)> write,
                 QWidget* parent = nullptr);

    void refresh() override;

private:
    class Row;
    [[nodiscard]] Pairs named() const;
    void edited();

    std::function<Pairs()> m_read;
    std::function<void(const Pairs&)> m_write;
    Pairs m_pairs; ///< as shown: what was read, and rows that are still without a name
    ItemList* m_list;
};

} // namespace keyrace
