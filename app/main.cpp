// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window.h"

int main(int argc, char** argv)
{
    const QString file = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString();
    return keyrace::runWindow(argc, argv, file);
}
