// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

namespace keyrace {

/// The user's language; English has a file too, which holds the plurals. Needs a QCoreApplication.
void installTranslations();

/// Opens the window, with a run or a plan in it where `file` is not empty, and returns its exit status. Needs a display:
/// whether there is one is for the caller to find out.
int runWindow(int& argc, char** argv, const QString& file);

} // namespace keyrace
