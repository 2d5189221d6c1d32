// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>
#include <QtCore/QString>

namespace keyrace {

/// Where the window writes run files: the folder "Keyrace" among the user's documents.
[[nodiscard]] QString defaultRunFolder();
/// A file that is not there yet: NAME-YYYYMMDD-HHMMSS.keyrace in `folder`, the name in letters that every file system takes.
[[nodiscard]] QString freeRunFile(const QString& folder, const QString& name, const QDateTime& time);

} // namespace keyrace
