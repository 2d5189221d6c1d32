// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>
#include <QtWidgets/QFileDialog>

namespace keyrace {

/// Asks for a file to write; to be opened by the caller, gone when closed. Begins in the folder that was last written to, else
/// among the user's documents, and suggests `name` as fileNamePart() makes it. `filters`: "PNG picture (*.png)", the first is
/// chosen; another one changes the ending of the file's name.
[[nodiscard]] QFileDialog* makeSaveDialog(QWidget* window, const QString& title, const QString& name, const QStringList& filters);

/// `name` as part of a file's name: lower-case ASCII, digits and hyphens; never empty.
[[nodiscard]] QString fileNamePart(const QString& name);

} // namespace keyrace
