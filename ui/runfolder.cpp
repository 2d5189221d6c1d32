// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runfolder.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QStandardPaths>

namespace keyrace {

namespace {

constexpr int kLongestName = 60;

} // namespace

QString defaultRunFolder()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).filePath(QStringLiteral("Keyrace"));
}

QString freeRunFile(const QString& folder, const QString& name, const QDateTime& time)
{
    const QString stem = fileNamePart(name) + QLatin1Char('-') + time.toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const QDir target(folder);
    QString file = target.filePath(stem + QStringLiteral(".keyrace"));
    for (int n = 2; QFileInfo::exists(file); ++n)
        file = target.filePath(QStringLiteral("%1-%2.keyrace").arg(stem).arg(n));
    return file;
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
