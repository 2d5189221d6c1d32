// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

#include <QtWidgets/QToolButton>

namespace keyrace {

class ItemList;

/// One part of a row of switches that belong together: its word above, its number below.
class Segment : public QAbstractButton {
    Q_OBJECT

public:
    enum class Place { First, Middle, Last };

    Segment(const Theme& theme, Place place, QWidget* parent = nullptr);

    void setNumber(const QString& number);
    void setReason(const QString& reason);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    Place m_place;
    QString m_number;
};

/// The secondary indexes: four scenarios, and column lists of one's own.
class IndexSection : public PlanWidget {
    Q_OBJECT

public:
    explicit IndexSection(PlanDraft& draft, QWidget* parent = nullptr);

    void refresh() override;
    void refreshReasons() override;
    [[nodiscard]] QWidget* headButton() const override { return m_add; }

private:
    void toggle(const std::string& scenario, bool on);
    void addOwn();
    /// The places of the levels that are column lists.
    [[nodiscard]] std::vector<int> own() const;
    [[nodiscard]] std::string plainScenario() const;

    std::vector<Segment*> m_segments;
    ItemList* m_own;
    QToolButton* m_add;
};

} // namespace keyrace
