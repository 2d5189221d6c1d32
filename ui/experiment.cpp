// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiment.h"

#include "engine/error.h"
#include "engine/plan/presets.h"
#include "engine/run/connectors.h"
#include "engine/targets/connector.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <algorithm>
#include <optional>

namespace keyrace {

namespace {

constexpr std::string_view kPublished = "@published";

struct Words {
    Q_DECLARE_TR_FUNCTIONS(keyrace::Experiment)
};

std::optional<ExperimentScale> scaleOf(const Preset& preset)
{
    try {
        ExperimentScale scale;
        scale.title = QString::fromStdString(preset.title);
        scale.text = QString::fromStdString(preset.text);
        scale.plan = planFromJson(preset.plan);
        scale.cells = cellsOf(scale.plan);
        scale.cost = estimate(scale.cells);
        return scale;
    } catch (const Error&) {
        return {}; // for a database that this build does not have
    }
}

} // namespace

std::vector<Experiment> availableExperiments()
{
    std::vector<Experiment> experiments;
    for (const Preset& preset : presets()) {
        auto scale = scaleOf(preset);
        if (!scale)
            continue;
        const bool published = preset.name.ends_with(kPublished);
        const std::string name = published ? preset.name.substr(0, preset.name.size() - kPublished.size()) : preset.name;
        scale->name = published ? Words::tr("published scale") : Words::tr("laptop scale");
        auto same = std::find_if(experiments.begin(), experiments.end(), [&](const Experiment& e) { return e.preset == name; });
        if (same == experiments.end()) {
            experiments.push_back({name, {}});
            same = std::prev(experiments.end());
        }
        same->scales.insert(published ? same->scales.end() : same->scales.begin(), std::move(*scale));
    }
    return experiments;
}

Plan emptyPlan()
{
    Plan plan;
    plan.name = Words::tr("New plan").toStdString();
    plan.targets = {"sqlite:"};
    plan.parts.emplace_back();
    plan.parts.front().workload.rows = {200'000};
    return plan;
}

QString databasesOf(const Plan& plan)
{
    QStringList names;
    for (const std::string& url : targetUrls(plan)) {
        const std::string scheme = url.substr(0, url.find(':'));
        for (const TargetKind& kind : targetKinds()) {
            const QString name = QString::fromUtf8(kind.name.data(), qsizetype(kind.name.size()));
            if (kind.scheme == scheme && !names.contains(name))
                names += name;
        }
    }
    return names.join(QStringLiteral(", "));
}

} // namespace keyrace
