// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/savedialog.h"

#include <QtCore/QFileInfo>
#include <QtCore/QRegularExpression>
#include <QtCore/QStandardPaths>

namespace keyrace {

namespace {

constexpr int kLongestName = 60;

QString endingOf(const QString& filter)
{
    static const QRegularExpression kEnding(QStringLiteral("\\*\\.(\\w+)"));
    return kEnding.match(filter).captured(1);
}

QString& lastFolder()
{
    static QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return folder;
}

} // namespace

QFileDialog* makeSaveDialog(QWidget* window, const QString& title, const QString& name, const QStringList& filters)
{
    const QString first = endingOf(filters.front());
    auto* dialog = new QFileDialog(window, title, lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(first);
    dialog->selectFile(fileNamePart(name) + QLatin1Char('.') + first);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        const QStringList files = dialog->selectedFiles();
        dialog->setDefaultSuffix(endingOf(filter));
        if (!files.isEmpty())
            dialog->selectFile(QFileInfo(files.front()).completeBaseName() + QLatin1Char('.') + endingOf(filter));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, [](const QString& file) { lastFolder() = QFileInfo(file).absolutePath(); });
    return dialog;
}

QString fileNamePart(const QString& name)
{
    QString part;
    // Decomposed, so that accented letters keep their base letter.
    for (const QChar c : name.normalized(QString::NormalizationForm_KD).toLower()) {
        if ((c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('0') && c <= QLatin1Char('9')))
            part += c;
        else if (!c.isMark() && !part.isEmpty() && !part.endsWith(QLatin1Char('-')))
            part += QLatin1Char('-');
    }
    part.truncate(kLongestName);
    while (part.endsWith(QLatin1Char('-')))
        part.chop(1);
    return part.isEmpty() ? QStringLiteral("run") : part;
}

} // namespace keyrace
