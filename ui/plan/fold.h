// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QWidget>

namespace keyrace {

/// The head of something that opens: an arrow, a title, and at the right what it holds at the moment.
class FoldHead : public QAbstractButton {
    Q_OBJECT

public:
    FoldHead(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    void setSummary(const QString& summary);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const Theme& m_theme;
    QString m_summary;
};

/// A section that is closed until its head is clicked.
class Fold : public QWidget {
    Q_OBJECT

public:
    Fold(const Theme& theme, const QString& title, QWidget* body, QWidget* parent = nullptr);

    void setSummary(const QString& summary) { m_head->setSummary(summary); }
    [[nodiscard]] bool isOpen() const { return m_head->isChecked(); }
    void setOpen(bool open) { m_head->setChecked(open); }
    [[nodiscard]] FoldHead* head() const { return m_head; }

signals:
    void opened(bool open);

private:
    FoldHead* m_head;
};

/// An arrow to the right, or down while `open`.
void paintArrow(QPainter& painter, const QRectF& rect, bool open, const QColor& color);

} // namespace keyrace
