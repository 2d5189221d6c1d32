// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QtCore/QObject>

class QDBusVariant;

namespace keyrace {

/// Tells when the desktop changes between light and dark: by its portal's signal, or by the platform's theme.
/// Main thread only.
class SystemTheme : public QObject {
    Q_OBJECT

public:
    explicit SystemTheme(QObject* parent = nullptr);

    [[nodiscard]] Theme::Mode mode() const { return m_mode; }

signals:
    void changed(keyrace::Theme::Mode mode);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private slots:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void look();

    Theme::Mode m_mode;
};

} // namespace keyrace
