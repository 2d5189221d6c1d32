// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/foldingrow.h"

class QLabel;

namespace keyrace {

/// A key type, or one level of it: chosen or not, its size, and a card with what it costs, what it gives away, and
/// everything that can be said of the level.
class KeyRow : public FoldingRow {
    Q_OBJECT

public:
    KeyRow(PlanDraft& draft, const KeyType& type, QWidget* parent = nullptr);

    /// The level among the part's; −1 while the type is not chosen.
    void setLevel(int level) { m_level = level; }
    void refresh() override;
    void refreshReasons() override;

signals:
    void chosen();
    void givenUp(int level);
    void anotherWanted(int level);

private:
    void openCard(bool open);
    void buildForm();
    void buildMaking(Form& form);
    void buildFlavour(Form& form);
    void buildFixed();
    [[nodiscard]] bool isChosen() const;
    [[nodiscard]] KeyLevel level() const;
    void change(const std::function<void(KeyLevel&)>& set);
    [[nodiscard]] Storage storage() const;
    [[nodiscard]] QString title() const;
    /// One of the words of a level or of its options; absent is the default, told as `plain`.
    template <class T>
    void addChoiceOf(Form& form, const QString& label, const QString& plain, std::optional<T> KeyLevel::*member, const std::vector<T>& values);
    template <class T>
    ChoiceBox* addOption(Form& form, const QString& label, const QString& plain, std::optional<T> KeyOptions::*member);

    const KeyType& m_type;
    int m_level = -1;
    QLabel* m_facts;
    Form* m_form = nullptr;  ///< made when the card is first opened
    Form* m_fixed = nullptr; ///< factors that this level fixes for itself
    QWidget* m_chosenOnly = nullptr;
};

} // namespace keyrace
