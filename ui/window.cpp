// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window.h"

#include "ui/mainwindow.h"
#include "ui/runfolder.h"

#include <QtCore/QLocale>
#include <QtCore/QSettings>
#include <QtCore/QTranslator>
#include <QtGui/QIcon>
#include <QtWidgets/QApplication>

namespace keyrace {

void installTranslations()
{
    auto* translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(QLocale(), QStringLiteral("keyrace"), QStringLiteral("_"), QStringLiteral(":/i18n"))
        || translator->load(QStringLiteral(":/i18n/keyrace_en.qm")))
        QCoreApplication::installTranslator(translator);
}

int runWindow(int& argc, char** argv, const QString& file)
{
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion")); // the theme's style sheet is drawn for it
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Keyrace"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.keyrace.Keyrace"));
    QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/org.keyrace.Keyrace.svg")));
    installTranslations();
    QSettings settings;
    MainWindow window(settings, defaultRunFolder());
    window.show();
    if (!file.isEmpty())
        window.openFile(file);
    return QApplication::exec();
}

} // namespace keyrace
