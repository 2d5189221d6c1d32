// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

#include <map>
#include <string>

class QVBoxLayout;

namespace keyrace {

class KeyRow;

/// The key types: a row for each type, and for each further level of one.
class KeySection : public PlanWidget {
    Q_OBJECT

public:
    explicit KeySection(PlanDraft& draft, QWidget* parent = nullptr);

    void refresh() override;
    void refreshReasons() override;

private:
    void rebuild(const std::vector<std::string>& types);
    /// Chooses a type, as it was when it was last given up.
    void choose(const std::string& type);
    void giveUp(int level);
    void addLevelLike(int level);

    QVBoxLayout* m_layout;
    std::vector<std::string> m_types; ///< of the rows
    std::vector<KeyRow*> m_rows;
    std::map<std::string, KeyLevel> m_givenUp;
};

} // namespace keyrace
