// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runfolder.h"

#include "ui/charts/savedialog.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QStandardPaths>

namespace keyrace {

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

} // namespace keyrace
