// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/document.h"
#include "ui/background.h"
#include "ui/charts/chart.h"

#include <QtCore/QObject>

#include <functional>
#include <string>

namespace keyrace {

/// Asks for a file, then writes it in a worker. Main thread only; belongs to its window.
class Exporter : public QObject {
    Q_OBJECT

public:
    explicit Exporter(QWidget* window);

    /// The figures that a chart draws: "csv" or "json".
    void figures(const ChartKind& kind, const ChartOptions& options, std::shared_ptr<const ResultSet> results, const QString& ending);
    /// The whole run, as `keyrace show` prints it: "csv" or "json".
    void run(std::shared_ptr<const ResultSet> results, const QString& ending);
    void samples(std::shared_ptr<const ResultSet> results);
    void plan(const Plan& plan);

    /// Writes `make()` to `file`; what goes wrong is told.
    void write(const QString& file, std::function<std::string()> make);

signals:
    void written(const QString& file);

private:
    void ask(const QString& title, const QString& name, const QString& ending, std::function<std::string()> make);

    QWidget* m_window;
    Background m_worker;
};

} // namespace keyrace
