// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/findingpainter.h"

#include <QtWidgets/QAbstractButton>

namespace keyrace {

/// One finding as a card with a coloured edge. A button: pressing it shows the cells it stands on. Main thread only.
class FindingCard : public QAbstractButton {
    Q_OBJECT

public:
    FindingCard(const Theme& theme, CardForm form, QWidget* parent = nullptr);

    void setFinding(const Finding& finding);
    [[nodiscard]] const Finding& finding() const { return m_finding; }
    void setForm(CardForm form);
    void setTheme(const Theme& theme);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
    CardForm m_form;
    Finding m_finding;
    CardText m_text;
};

} // namespace keyrace
