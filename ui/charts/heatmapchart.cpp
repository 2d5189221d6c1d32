// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heatmapchart.h"

#include "ui/charts/chartfactors.h"
#include "ui/leveltitle.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

HeatmapChart::HeatmapChart(QWidget* parent)
    : Chart(parent)
    , m_row(new QHBoxLayout)
    , m_view(new HeatmapView(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_row->setSpacing(4);
    m_row->addStretch();
    column->addLayout(m_row);
    column->addWidget(m_view, 1);
    setFocusProxy(m_view);
    addBoxes();
    refresh();
}

QString HeatmapChart::kindTitle()
{
    return tr("Heatmap of two factors");
}

void HeatmapChart::addBoxes()
{
    const auto add = [this](const QString& name, auto chosen) {
        auto* box = new QComboBox(this);
        box->setProperty("compact", true);
        box->setAccessibleName(name);
        box->setToolTip(name);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setMinimumContentsLength(3);
        box->hide();
        m_row->addWidget(box);
        connect(box, &QComboBox::activated, this, [this, box, chosen](int i) {
            chosen(box->itemData(i).toString().toStdString());
            refresh();
            emit optionsChanged();
        });
        return box;
    };
    m_metricBox = add(tr("Figure"), [this](const std::string& value) { m_options.metric = value; });
    m_yBox = add(tr("Down"), [this](const std::string& value) {
        m_options.x = heatAxes(*m_results, m_options).first;
        m_options.y = factorFromName(value);
    });
    m_xBox = add(tr("Across"), [this](const std::string& value) {
        m_options.y = heatAxes(*m_results, m_options).second;
        m_options.x = factorFromName(value);
    });
    m_referenceBox = add(tr("Relative to"), [this](const std::string& value) {
        m_options.reference = value.empty() ? std::nullopt : std::optional(value);
    });
}

void HeatmapChart::setResults(std::shared_ptr<const ResultSet> results)
{
    m_results = std::move(results);
    refresh();
}

void HeatmapChart::setOptions(const ChartOptions& options)
{
    if (options.where != m_options.where)
        m_chosen.clear();
    m_options = options;
    refresh();
}

ChartOptions HeatmapChart::options() const
{
    ChartOptions options = m_options;
    options.where.insert(m_chosen.begin(), m_chosen.end());
    return options;
}

void HeatmapChart::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_view->setTheme(theme);
}

QString HeatmapChart::title() const
{
    const HeatGrid& grid = m_view->grid();
    return grid.isEmpty() ? kindTitle() : grid.metric.label.translated();
}

QString HeatmapChart::subtitle() const
{
    const HeatGrid& grid = m_view->grid();
    if (grid.isEmpty())
        return {};
    QStringList parts;
    parts << (grid.reference ? tr("relative to %1").arg(*grid.reference) : grid.metric.unit.translated());
    if (!grid.x)
        parts << tr("across: rows in the table");
    for (const auto& [factor, level] : m_chosen)
        parts << tr("%1: %2").arg(factorTitle(factor), titleOfLevel(*m_results, factor, level));
    if (m_results->state() == RunState::Running)
        parts << tr("filled as cells finish");
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

bool HeatmapChart::hasData() const
{
    return m_view->grid().hasValues();
}

void HeatmapChart::setEvidence(const std::vector<int>& cells)
{
    m_view->setEvidence(cells);
}

void HeatmapChart::resetView()
{
    m_view->clearFocusedSquare();
}

void HeatmapChart::chooseOthers()
{
    const auto [x, y] = heatAxes(*m_results, m_options);
    CellFilter kept;
    for (const Factor factor : freeFactors(*m_results, m_options.where)) {
        if (factor == x || factor == y)
            continue;
        const auto levels = levelsOf(*m_results, factor, m_options.where);
        const auto before = m_chosen.find(factor);
        const bool stillThere = before != m_chosen.end() && std::find(levels.begin(), levels.end(), before->second) != levels.end();
        kept[factor] = stillThere ? before->second : tellingLevel(*m_results, factor, m_options.where);
    }
    m_chosen = std::move(kept);
}

std::vector<HeatmapChart::Choice> HeatmapChart::axisChoices() const
{
    std::vector<Choice> choices;
    std::vector<Factor> factors = freeFactors(*m_results, m_options.where);
    if (levelsOf(*m_results, Factor::Key, m_options.where).size() > 1)
        factors.insert(factors.begin(), Factor::Key);
    if (levelsOf(*m_results, Factor::Query, m_options.where).size() > 1)
        factors.push_back(Factor::Query);
    for (const Factor factor : factors)
        choices.push_back({factorTitle(factor), std::string(name(factor))});
    return choices;
}

void HeatmapChart::fillBox(QComboBox* box, const std::vector<Choice>& choices, const std::string& chosen, bool worthShowing)
{
    const QSignalBlocker blocker(box);
    bool same = box->count() == static_cast<int>(choices.size());
    for (std::size_t i = 0; same && i < choices.size(); ++i)
        same = box->itemData(static_cast<int>(i)).toString().toStdString() == choices[i].value && box->itemText(static_cast<int>(i)) == choices[i].title;
    if (!same) {
        box->clear();
        for (const auto& choice : choices)
            box->addItem(choice.title, QString::fromStdString(choice.value));
    }
    box->setCurrentIndex(box->findData(QString::fromStdString(chosen)));
    box->setVisible(worthShowing);
}

void HeatmapChart::fillBoxes()
{
    const HeatGrid& grid = m_view->grid();
    std::vector<Choice> metrics;
    for (const auto& metric : metricsOf(*m_results))
        metrics.push_back({metric.label.translated(), metric.name});
    fillBox(m_metricBox, metrics, grid.metric.name, metrics.size() > 1);
    const auto axes = axisChoices();
    fillBox(m_yBox, axes, std::string(name(grid.y)), axes.size() > 2);
    fillBox(m_xBox, axes, grid.x ? std::string(name(*grid.x)) : std::string(), axes.size() > 2);

    std::vector<Choice> keys{{tr("absolute"), {}}};
    for (const auto& key : levelsOf(*m_results, Factor::Key, m_options.where))
        keys.push_back({tr("relative to %1").arg(titleOfLevel(*m_results, Factor::Key, key)), key});
    fillBox(m_referenceBox, keys, m_options.reference.value_or(std::string()), keys.size() > 2);

    for (const auto& [factor, box] : m_levelBoxes)
        box->setVisible(m_chosen.contains(factor));
    for (const auto& [factor, level] : m_chosen) {
        auto& box = m_levelBoxes[factor];
        if (box == nullptr) {
            box = new QComboBox(this);
            box->setProperty("compact", true);
            box->setAccessibleName(factorTitle(factor));
            box->setToolTip(factorTitle(factor));
            m_row->addWidget(box);
            connect(box, &QComboBox::activated, this, [this, factor = factor, box](int i) {
                m_chosen[factor] = box->itemData(i).toString().toStdString();
                refresh();
                emit optionsChanged();
            });
        }
        std::vector<Choice> levels;
        for (const auto& each : levelsOf(*m_results, factor, m_options.where))
            levels.push_back({titleOfLevel(*m_results, factor, each), each});
        fillBox(box, levels, level, true);
    }
}

void HeatmapChart::refresh()
{
    if (m_results && !m_results->cells().empty()) {
        chooseOthers();
        m_view->setGrid(heatGridOf(*m_results, m_options, m_chosen));
        fillBoxes();
    } else {
        m_view->setGrid({});
    }
    m_view->setAccessibleName(title());
    setAccessibleName(title());
    setAccessibleDescription(m_view->accessibleDescription());
    emit captionChanged();
}

void HeatmapChart::paint(QPainter& painter, const QSize& size)
{
    const DrawingStyle style = DrawingStyle::forFile(m_theme);
    painter.fillRect(QRect({}, size), m_theme.surface);
    const HeatGrid& grid = m_view->grid();
    const QRectF frame = drawCaption(painter, style, size, title(), subtitle(), grid.circumstances.whole());
    if (grid.isEmpty())
        drawEmpty(painter, style, frame, tr("Nothing measured yet"));
    else
        paintHeat(painter, grid, heatLayout(grid, style, frame), style);
}

} // namespace keyrace
