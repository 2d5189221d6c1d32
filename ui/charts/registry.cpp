// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/curvechart.h"
#include "ui/charts/heatmapchart.h"

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

template <typename Kind>
Chart* make(QWidget* parent)
{
    return new Kind(parent);
}

constexpr std::array kKinds{
    ChartKind{"curve", &CurveChart::kindTitle, &make<CurveChart>},
    ChartKind{"heatmap", &HeatmapChart::kindTitle, &make<HeatmapChart>},
};

} // namespace

std::span<const ChartKind> chartKinds()
{
    return kKinds;
}

const ChartKind* findChartKind(std::string_view name)
{
    const auto found = std::find_if(kKinds.begin(), kKinds.end(), [name](const ChartKind& kind) { return kind.name == name; });
    return found == kKinds.end() ? nullptr : &*found;
}

} // namespace keyrace
