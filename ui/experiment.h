// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

#include <QtCore/QString>

#include <vector>

namespace keyrace {

/// One scale of an experiment: the same question asked of fewer or more rows.
struct ExperimentScale {
    QString name; ///< "laptop scale", "published scale"
    QString title;
    QString text;
    Plan plan;
    std::vector<Cell> cells;
    Estimate cost;
};

/// A preset as the start page shows it, at every scale in which it comes.
struct Experiment {
    std::string preset; ///< its name without the scale
    std::vector<ExperimentScale> scales; ///< at least one
};

/// The presets whose databases this build knows.
[[nodiscard]] std::vector<Experiment> availableExperiments();
/// What "Empty plan" begins with: an embedded file, and nothing chosen.
[[nodiscard]] Plan emptyPlan();
/// The databases of a plan in one line: "SQLite", "PostgreSQL, MariaDB".
[[nodiscard]] QString databasesOf(const Plan& plan);

} // namespace keyrace
