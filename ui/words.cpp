// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words.h"

#include "ui/leveltitle.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtCore/QStringList>

#include <algorithm>
#include <cmath>

namespace keyrace::words {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

QString insertMethod(InsertMethod method)
{
    switch (method) {
    case InsertMethod::Single:
        return Words::tr("one row per transaction");
    case InsertMethod::Prepared:
        return Words::tr("prepared");
    case InsertMethod::MultiRow:
        return Words::tr("multi-row");
    case InsertMethod::Array:
        return Words::tr("array");
    case InsertMethod::Bulk:
        return Words::tr("bulk load");
    case InsertMethod::Pipeline:
        return Words::tr("pipeline");
    }
    return {};
}

QString insertWords(const InsertChoice& insert)
{
    QString text = insertMethod(insert.method);
    if (insert.method != InsertMethod::Single)
        text = Words::tr("%1, %2 per commit").arg(text, QLocale().toString(qlonglong(insert.batch)));
    if (insert.sorted == Sorting::Batch)
        text = Words::tr("%1, sorted per batch").arg(text);
    else if (insert.sorted == Sorting::Trial)
        text = Words::tr("%1, sorted").arg(text);
    return insert.staging ? Words::tr("%1, staged as text").arg(text) : text;
}

QString indexWords(const IndexChoice& indexes)
{
    if (indexes.name == "none")
        return Words::tr("no indexes");
    const int count = static_cast<int>(indexes.columns.size());
    if (indexes.name == "few")
        return Words::tr("few (%1) indexes").arg(count);
    if (indexes.name == "medium")
        return Words::tr("medium (%1) indexes").arg(count);
    if (indexes.name == "many")
        return Words::tr("many (%1) indexes").arg(count);
    return Words::tr("%n index(es)", nullptr, count);
}

/// Host of "scheme://user@host:port/…", without user and port; empty where there is none.
QString hostOf(const std::string& url)
{
    const auto scheme = url.find("://");
    if (scheme == std::string::npos)
        return {};
    std::string host = url.substr(scheme + 3);
    host = host.substr(0, host.find_first_of("/?"));
    if (const auto at = host.rfind('@'); at != std::string::npos)
        host = host.substr(at + 1);
    if (const auto port = host.find(':'); port != std::string::npos && host.find('[') == std::string::npos)
        host = host.substr(0, port);
    return QString::fromStdString(host);
}

QString engineOf(const std::string& url)
{
    const std::string scheme = url.substr(0, url.find(':'));
    for (const TargetKind& kind : targetKinds()) {
        if (kind.scheme == scheme)
            return QString::fromUtf8(kind.name.data(), qsizetype(kind.name.size()));
    }
    return QString::fromStdString(scheme);
}

QString withPlace(const QString& engine, const std::string& url)
{
    if (url.starts_with("sqlite:"))
        return QStringLiteral("%1 · %2").arg(engine, Words::tr("embedded"));
    const QString host = hostOf(url);
    return host.isEmpty() ? engine : QStringLiteral("%1 · %2").arg(engine, host);
}

/// As it stands in a row of words, beside the key.
QString levelWords(Factor factor, const Cell& cell)
{
    switch (factor) {
    case Factor::Indexes:
        return indexWords(cell.indexes);
    case Factor::Insert:
        return insertWords(cell.insert);
    case Factor::Clients:
        return Words::tr("%n client(s)", nullptr, cell.clients);
    case Factor::Rows:
        return Words::tr("%1 rows").arg(QLocale().toString(qlonglong(cell.rows)));
    case Factor::Prefill:
        return Words::tr("%1 rows before").arg(QLocale().toString(qlonglong(cell.prefill)));
    case Factor::Target:
        return withPlace(engineOf(cell.target), cell.target);
    default:
        return levelTitle(cell, factor);
    }
}

} // namespace

// ---- numbers -------------------------------------------------------------------------------------------------------

QString number(double value)
{
    const QLocale locale;
    if (value == 0 || !std::isfinite(value))
        return locale.toString(value, 'f', 0);
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    if (magnitude >= 2) {
        const double unit = std::pow(10.0, magnitude - 2);
        return locale.toString(std::round(value / unit) * unit, 'f', 0);
    }
    return locale.toString(value, 'f', std::min(2 - magnitude, 6));
}

QString duration(double seconds)
{
    const QLocale locale;
    if (seconds < 10)
        return Words::tr("%1 s").arg(locale.toString(seconds, 'f', seconds < 1 ? 2 : 1));
    const auto whole = static_cast<qlonglong>(std::llround(seconds));
    if (whole < 60)
        return Words::tr("%1 s").arg(whole);
    if (whole < 3'600)
        return Words::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
    return Words::tr("%1 h %2 min").arg(locale.toString(whole / 3'600)).arg(whole % 3'600 / 60);
}

QString about(double seconds)
{
    if (seconds < 1)
        return Words::tr("under 1 s");
    if (seconds < 57.5) {
        const double step = seconds < 10 ? 1 : 5;
        return Words::tr("%1 s").arg(std::lround(seconds / step) * std::lround(step));
    }
    const long minutes = std::lround(seconds / 60);
    if (minutes < 90)
        return Words::tr("%1 min").arg(minutes);
    return Words::tr("%1 h").arg(number(seconds / 3'600));
}

QString bytes(std::int64_t bytes)
{
    return QLocale().formattedDataSize(bytes, bytes < 10 * 1'024 ? 0 : 1);
}

QString percent(double fraction, int digits)
{
    return Words::tr("%1 %").arg(QLocale().toString(fraction * 100, 'f', digits));
}

QString when(const QDateTime& time, const QDateTime& now)
{
    const QLocale locale;
    const QString clock = locale.toString(time.time(), QLocale::ShortFormat);
    const qint64 days = time.date().daysTo(now.date());
    if (days == 0)
        return Words::tr("today %1").arg(clock);
    if (days == 1)
        return Words::tr("yesterday %1").arg(clock);
    return locale.toString(time.date(), QLocale::ShortFormat);
}

// ---- levels --------------------------------------------------------------------------------------------------------

QString cell(const Cell& cell, const std::vector<Factor>& factors)
{
    QStringList parts{keyTitle(cell)};
    for (const Factor factor : factors)
        parts += levelWords(factor, cell);
    return parts.join(QStringLiteral(" · "));
}

// ---- states --------------------------------------------------------------------------------------------------------

QString state(RunState state)
{
    switch (state) {
    case RunState::Running:
        return Words::tr("running");
    case RunState::Done:
        return Words::tr("done");
    case RunState::Failed:
        return Words::tr("failed");
    case RunState::Cancelled:
        return Words::tr("stopped");
    case RunState::Interrupted:
        return Words::tr("interrupted");
    }
    return {};
}

QString state(CellState state)
{
    switch (state) {
    case CellState::Pending:
        return Words::tr("pending");
    case CellState::Running:
        return Words::tr("running");
    case CellState::Done:
        return Words::tr("done");
    case CellState::Failed:
        return Words::tr("failed");
    case CellState::Skipped:
        return Words::tr("skipped");
    case CellState::NotAvailable:
        return Words::tr("not available");
    }
    return {};
}

QString state(TrialState state)
{
    switch (state) {
    case TrialState::Pending:
        return Words::tr("pending");
    case TrialState::Running:
        return Words::tr("running");
    case TrialState::Done:
        return Words::tr("done");
    case TrialState::Failed:
        return Words::tr("failed");
    case TrialState::Stopped:
        return Words::tr("stopped");
    case TrialState::TimedOut:
        return Words::tr("timed out");
    case TrialState::Skipped:
        return Words::tr("skipped");
    }
    return {};
}

// ---- databases -----------------------------------------------------------------------------------------------------

QString database(const EnvironmentTarget& target)
{
    const QString engine = QStringLiteral("%1 %2").arg(QString::fromStdString(target.info.engine),
                                                       QString::fromStdString(target.info.serverVersion));
    return withPlace(engine.trimmed(), target.target);
}

QString databaseOfUrl(const std::string& url)
{
    return withPlace(engineOf(url), url);
}

} // namespace keyrace::words
