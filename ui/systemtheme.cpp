// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/systemtheme.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtCore/QFile>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusVariant>
#include <QtGui/QGuiApplication>

namespace keyrace {

SystemTheme::SystemTheme(QObject* parent)
    : QObject(parent)
    , m_mode(Theme::systemMode())
{
    QCoreApplication::instance()->installEventFilter(this);
    // Without this question libdbus would try to launch a bus of its own, and wait for it.
    if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS"))
        return;
    QDBusConnection::sessionBus().connect({}, QStringLiteral("/org/freedesktop/portal/desktop"),
                                          QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("SettingChanged"),
                                          this, SLOT(settingChanged(QString, QString, QDBusVariant)));
}

bool SystemTheme::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && watched->isWindowType())
        look();
    return QObject::eventFilter(watched, event);
}

void SystemTheme::settingChanged(const QString& group, const QString& key, const QDBusVariant&)
{
    if (group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme"))
        look();
}

void SystemTheme::look()
{
    // The window's own palette covers the platform's, which is asked where there is no portal.
    const QPalette own = QGuiApplication::palette();
    QGuiApplication::setPalette(QPalette());
    const Theme::Mode mode = Theme::systemMode();
    QGuiApplication::setPalette(own);
    if (mode == m_mode)
        return;
    m_mode = mode;
    emit changed(mode);
}

} // namespace keyrace
