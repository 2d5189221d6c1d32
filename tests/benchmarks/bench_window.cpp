// SPDX-License-Identifier: GPL-3.0-or-later
// What the open, drawing window costs a run: the same plan once with the window in front of it, once without any. Alternating
// pairs within one process. Prints the paired ratios of rate and CPU time with their intervals. The goal is under 3 %.
// Draws on the display where there is one, else into memory (QT_QPA_PLATFORM=offscreen).
#include "tests/benchmarks/costpairs.h"
#include "ui/mainwindow.h"

#include <QtCore/QEventLoop>
#include <QtCore/QFile>
#include <QtCore/QSettings>
#include <QtWidgets/QApplication>

using namespace keyrace;

namespace {

Cost runInWindow(const Plan& plan, const std::filesystem::path& folder)
{
    const QString place = QString::fromStdString(folder.string());
    QSettings settings(place + QStringLiteral("/settings.ini"), QSettings::IniFormat);
    MainWindow window(settings, place);
    window.resize(1'440, 900);
    window.show();
    QApplication::processEvents(); // the start page is drawn before the clock starts
    QEventLoop loop;
    QObject::connect(&window.model(), &RunModel::changed, &loop, [&] {
        if (window.model().phase() == RunModel::Phase::Ended)
            loop.quit();
    });
    const double before = cpuNow();
    window.runPlan(plan);
    loop.exec();
    const Cost cost{*window.model().results()->cells().at(0).rowsPerS().median, cpuNow() - before};
    QFile::remove(window.model().file());
    return cost;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const CostSize size(argc, argv);
    const CostFolder folder;
    const Plan plan = costPlan(size.repeats);
    comparePairs(size.pairs, "with the window ÷ without",
                 [&] { return runInWindow(plan, folder.path); }, [&] { return plainRun(plan, folder.path); });
    return 0;
}
