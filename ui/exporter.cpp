// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exporter.h"

#include "engine/error.h"
#include "ui/charts/savedialog.h"
#include "ui/notice.h"

#include <QtCore/QDir>
#include <QtCore/QSaveFile>

namespace keyrace {

namespace {

std::string indented(const Json& json)
{
    return json.dump(2) + '\n';
}

Factor axis(const std::optional<Factor>& chosen, const std::vector<Factor>& varying, Factor otherwise, Factor taken)
{
    if (chosen)
        return *chosen;
    for (const Factor factor : varying) {
        if (factor != taken && factor != Factor::Query)
            return factor;
    }
    return otherwise;
}

/// The heatmap's figures, on the axes that it chose where nobody else did.
Matrix shownMatrix(const ResultSet& results, const ChartOptions& options)
{
    const auto varying = varyingFactors(results, options.where);
    const Factor y = options.y.value_or(Factor::Key);
    return matrixOf(results, metricFromName(options.metric.value_or("rows_per_s")), axis(options.x, varying, Factor::Indexes, y), y,
                    options.where);
}

std::string figuresText(const std::string& kind, const ChartOptions& options, const ResultSet& results, bool csv)
{
    if (kind == "curve")
        return csv ? curveCsv(results, options.where) : indented(curveJson(results, options.where));
    const Matrix matrix = shownMatrix(results, options);
    return csv ? matrixCsv(matrix) : indented(matrixJson(matrix));
}

} // namespace

Exporter::Exporter(QWidget* window)
    : QObject(window)
    , m_window(window)
{
}

void Exporter::figures(const ChartKind& kind, const ChartOptions& options, std::shared_ptr<const ResultSet> results, const QString& ending)
{
    const std::string name(kind.name);
    const QString file = QStringLiteral("%1-%2").arg(QString::fromStdString(results->name()), QString::fromStdString(name));
    ask(tr("Export figures"), file, ending,
        [name, options, results, csv = ending == QLatin1String("csv")] { return figuresText(name, options, *results, csv); });
}

void Exporter::run(std::shared_ptr<const ResultSet> results, const QString& ending)
{
    ask(tr("Export the run"), QString::fromStdString(results->name()), ending,
        [results, csv = ending == QLatin1String("csv")] { return csv ? cellsCsv(*results) : indented(runDocument(*results, true)); });
}

void Exporter::samples(std::shared_ptr<const ResultSet> results)
{
    ask(tr("Export samples"), QString::fromStdString(results->name()) + QStringLiteral("-samples"), QStringLiteral("csv"),
        [results] { return samplesCsv(*results); });
}

void Exporter::plan(const Plan& plan)
{
    ask(tr("Save the plan"), QString::fromStdString(plan.name), QStringLiteral("keyplan"),
        [plan] { return indented(toJson(plan)); });
}

void Exporter::ask(const QString& title, const QString& name, const QString& ending, std::function<std::string()> make)
{
    auto* dialog = makeSaveDialog(m_window, title, name, {tr("%1 files (*.%2)").arg(ending.toUpper(), ending)});
    connect(dialog, &QFileDialog::fileSelected, this, [this, make](const QString& file) { write(file, make); });
    dialog->open();
}

void Exporter::write(const QString& file, std::function<std::string()> make)
{
    if (m_worker.isBusy())
        return;
    m_worker.start(
        this,
        [file, make]() -> QString {
            try {
                const std::string text = make();
                QSaveFile target(file);
                const auto size = static_cast<qint64>(text.size());
                if (target.open(QIODevice::WriteOnly) && target.write(text.data(), size) == size && target.commit())
                    return {};
                return target.errorString();
            } catch (const Error& error) {
                return error.message().translated();
            } catch (const std::exception& error) {
                return QString::fromUtf8(error.what());
            }
        },
        [this, file](const QString& problem) {
            if (problem.isEmpty())
                emit written(file);
            else
                tell(m_window, tr("Export"), tr("%1 could not be written.").arg(QDir::toNativeSeparators(file)), problem);
        });
}

} // namespace keyrace
