// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QtWidgets/QCheckBox>

#include <string>

namespace keyrace {

/// A level that can be chosen: box, colour of its key type, name, and a short note at the right. Long names are cut with
/// an ellipsis, never clipped, and stand whole in the tooltip. Its theme outlives it.
class CheckRow : public QCheckBox {
    Q_OBJECT

public:
    explicit CheckRow(const Theme& theme, QWidget* parent = nullptr);

    void setKeyType(const std::string& keyType) { m_keyType = keyType; }
    void setNote(const QString& note);
    void setHint(const QString& hint);
    /// Why it cannot be chosen. What is chosen all the same can be taken away again.
    void setReason(const QString& reason);
    [[nodiscard]] const QString& reason() const { return m_reason; }
    void setReadOnly(bool readOnly) { m_readOnly = readOnly; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool hitButton(const QPoint& position) const override { return rect().contains(position); }
    void nextCheckState() override;
    void checkStateSet() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateState();
    void paintIndicator(QPainter& painter, const QRectF& box) const;

    const Theme& m_theme;
    std::string m_keyType;
    QString m_note;
    QString m_hint;
    QString m_reason;
    bool m_readOnly = false;
};

} // namespace keyrace
