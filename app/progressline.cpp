// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/progressline.h"

#include "app/commandline.h"
#include "app/terminal.h"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>

#include <unistd.h>

#include <cstdio>

namespace keyrace {

namespace {

QString timeLeft(const ResultSet::Progress& progress)
{
    if (!progress.secondsLeft)
        return CommandLine::tr("time left unknown yet");
    const auto seconds = static_cast<int>(*progress.secondsLeft + 0.5);
    return seconds < 100 ? CommandLine::tr("%1 s left").arg(seconds) : CommandLine::tr("%1 min %2 s left").arg(seconds / 60).arg(seconds % 60);
}

QString runningRate(const CellResult& cell)
{
    if (!cell.running || cell.running->samples.empty())
        return {};
    return CommandLine::tr("%1 rows/s").arg(QLocale().toString(static_cast<qlonglong>(cell.running->samples.back().rowsPerS)));
}

} // namespace

ProgressLine::ProgressLine(bool quiet)
    : m_quiet(quiet)
    , m_isTerminal(terminal::isTerminal(STDERR_FILENO))
{
}

void ProgressLine::show(const ResultSet& results)
{
    if (m_quiet || results.cells().empty())
        return;
    if (m_isTerminal)
        redraw(results);
    else
        tellRound(results);
}

void ProgressLine::redraw(const ResultSet& results)
{
    const ResultSet::Progress progress = results.progress(QDateTime::currentMSecsSinceEpoch());
    const int columns = terminal::width(STDERR_FILENO);
    QStringList words{QStringLiteral("%1 %").arg(qRound(progress.fraction * 100), 3)};
    // On a narrow terminal the words matter more than the bar.
    const int bar = qBound(0, columns - 60, 24);
    const int full = qBound(0, qRound(progress.fraction * bar), bar);
    if (bar > 0)
        words << QString(full, u'█') + QString(bar - full, u'░');
    words << CommandLine::tr("trial %1 of %2").arg(progress.finished + (progress.cell ? 1 : 0)).arg(progress.total);
    if (progress.cell) {
        const CellResult& cell = results.cells().at(static_cast<std::size_t>(*progress.cell));
        words << QString::fromStdString(cell.cell.label + " · " + levelName(cell.cell, Factor::Indexes));
        if (const QString rate = runningRate(cell); !rate.isEmpty())
            words << rate;
    }
    words << (results.isPaused() ? CommandLine::tr("paused") : timeLeft(progress));
    const QString line = words.join(QStringLiteral("  ")).left(columns - 1);
    std::fprintf(stderr, "\r\x1b[K%s", line.toUtf8().constData());
    std::fflush(stderr);
    m_drawn = true;
}

void ProgressLine::tellRound(const ResultSet& results)
{
    const ResultSet::Progress progress = results.progress(QDateTime::currentMSecsSinceEpoch());
    if (!progress.cell)
        return;
    const Cell& cell = results.cells().at(static_cast<std::size_t>(*progress.cell)).cell;
    if (const std::pair round{cell.part, progress.round}; round != m_toldRound) {
        m_toldRound = round;
        const QString part = cell.part.empty() ? QString() : QString::fromStdString(cell.part) + QStringLiteral(", ");
        terminal::complain(utf8(CommandLine::tr("%1round %2 of %3: %4 of %5 trials done, %6")
                                    .arg(part)
                                    .arg(progress.round + 1)
                                    .arg(cell.protocol.repeats)
                                    .arg(progress.finished)
                                    .arg(progress.total)
                                    .arg(timeLeft(progress))));
    }
}

void ProgressLine::finish()
{
    if (m_drawn)
        std::fputs("\r\x1b[K", stderr);
}

} // namespace keyrace
