// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/curvechart.h"

#include "ui/charts/curveview.h"
#include "ui/charts/levelpicker.h"
#include "ui/charts/numbers.h"
#include "ui/leveltitle.h"

#include <QtGui/QAction>
#include <QtWidgets/QMenu>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

CurveChart::CurveChart(QWidget* parent)
    : Chart(parent)
    , m_row(new QHBoxLayout)
    , m_view(new CurveView(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_row->setSpacing(14);
    m_row->addStretch();
    column->addLayout(m_row);
    column->addWidget(m_view, 1);
    setFocusProxy(m_view);
    m_view->setEmptyText(tr("Nothing measured yet"));
    connect(m_view, &CurveView::nameClicked, this, &CurveChart::toggleLine);
    connect(m_view, &CurveView::nameDoubleClicked, this, &CurveChart::isolateLine);
    addMenu();
    describe();
}

QString CurveChart::kindTitle()
{
    return tr("Insert rate as the table grows");
}

void CurveChart::addMenu()
{
    auto* separator = new QAction(this);
    separator->setSeparator(true);
    addAction(separator);
    m_logarithmicAction = new QAction(tr("Logarithmic scale"), this);
    m_logarithmicAction->setCheckable(true);
    connect(m_logarithmicAction, &QAction::toggled, this, &CurveChart::setLogarithmic);
    addAction(m_logarithmicAction);
    auto* time = new QAction(tr("Time per million rows"), this);
    time->setCheckable(true);
    connect(time, &QAction::toggled, this,
            [this](bool on) { setUnit(on ? CurveUnit::SecondsPerMillion : CurveUnit::RowsPerSecond); });
    addAction(time);
    auto* lines = new QAction(tr("Lines"), this);
    auto* menu = new QMenu(this);
    lines->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillLinesMenu(*menu); });
    addAction(lines);
}

void CurveChart::fillLinesMenu(QMenu& menu)
{
    menu.clear();
    for (const CurveLine& line : m_view->plot().data().lines) {
        QAction* action = menu.addAction(line.name);
        action->setCheckable(true);
        action->setChecked(!line.isHidden());
        connect(action, &QAction::triggered, this, [this, cell = line.cell] { toggleLine(cell); });
    }
    menu.addSeparator();
    QAction* all = menu.addAction(tr("Show all"));
    all->setEnabled(!m_hidden.empty());
    connect(all, &QAction::triggered, this, &CurveChart::showAllLines);
}

void CurveChart::toggleLine(int cell)
{
    if (m_hidden.erase(cell) == 0)
        m_hidden.insert(cell);
    refresh();
}

void CurveChart::isolateLine(int cell)
{
    std::set<int> others;
    for (const CurveLine& line : m_view->plot().data().lines)
        others.insert(line.cell);
    others.erase(cell);
    // The click that came first has switched this line, and none of the others.
    m_hidden.erase(cell);
    m_hidden = m_hidden == others ? std::set<int>{} : std::move(others);
    refresh();
}

void CurveChart::showAllLines()
{
    m_hidden.clear();
    refresh();
}

void CurveChart::setEvidence(const std::vector<int>& cells)
{
    m_evidence = {cells.begin(), cells.end()};
    for (LevelPicker* picker : m_pickers) {
        std::set<std::string> levels;
        for (const int cell : cells)
            levels.insert(levelName(m_source.results()->cells()[static_cast<std::size_t>(cell)].cell, picker->factor()));
        if (levels.size() != 1)
            continue;
        m_chosen[picker->factor()] = *levels.begin();
        picker->setChosen(*levels.begin());
    }
    refresh();
    emit optionsChanged();
}

void CurveChart::emphasise(CurveData& data) const
{
    const bool anyShown = std::any_of(data.lines.begin(), data.lines.end(), [&](const CurveLine& line) { return m_evidence.contains(line.cell); });
    for (CurveLine& line : data.lines) {
        if (!line.isHidden() && anyShown && !m_evidence.contains(line.cell))
            line.emphasis = Emphasis::Faint;
    }
}

void CurveChart::setResults(std::shared_ptr<const ResultSet> results)
{
    const bool other = m_source.results() == nullptr || (results && m_source.results()->startedMs() != results->startedMs());
    m_source.setResults(std::move(results));
    if (other) {
        m_chosen = m_source.defaultChoice(m_options.where);
        m_hidden.clear();
        m_evidence.clear();
        m_view->resetView();
    }
    rebuildPickers();
    refresh();
}

void CurveChart::setOptions(const ChartOptions& options)
{
    const bool otherCells = options.where != m_options.where;
    m_options = options;
    if (otherCells) {
        m_chosen = m_source.defaultChoice(m_options.where);
        rebuildPickers();
    }
    refresh();
}

ChartOptions CurveChart::options() const
{
    ChartOptions options = m_options;
    options.where = filter();
    return options;
}

CellFilter CurveChart::filter() const
{
    CellFilter filter = m_options.where;
    filter.insert(m_chosen.begin(), m_chosen.end());
    return filter;
}

void CurveChart::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_view->setStyle(DrawingStyle::forScreen(theme, this));
}

void CurveChart::setLogarithmic(bool logarithmic)
{
    m_logarithmicAction->setChecked(logarithmic);
    m_view->setLogarithmic(logarithmic);
}

void CurveChart::setUnit(CurveUnit unit)
{
    m_unit = unit;
    m_view->resetView();
    refresh();
}

QString CurveChart::title() const
{
    if (m_unit == CurveUnit::SecondsPerMillion)
        return tr("Time for a million rows as the table grows");
    return kindTitle();
}

QString CurveChart::subtitle() const
{
    return m_caption;
}

bool CurveChart::hasData() const
{
    return !m_view->plot().data().isEmpty();
}

void CurveChart::resetView()
{
    m_view->resetView();
}

void CurveChart::rebuildPickers()
{
    std::vector<std::pair<Factor, std::vector<std::string>>> wanted;
    for (const Factor factor : m_source.choices(m_options.where))
        wanted.emplace_back(factor, levelsOf(*m_source.results(), factor, m_options.where));
    if (wanted == m_pickedFrom)
        return;
    m_pickedFrom = wanted;
    for (auto* picker : m_pickers)
        picker->deleteLater();
    m_pickers.clear();
    for (const auto& [factor, levels] : wanted) {
        std::vector<LevelPicker::Choice> choices{{tr("All", "levels of a factor"), {}}};
        for (const auto& level : levels) {
            for (const auto& cell : m_source.results()->cells()) {
                if (levelName(cell.cell, factor) != level)
                    continue;
                choices.push_back({levelTitle(cell.cell, factor), level});
                break;
            }
        }
        auto* picker = new LevelPicker(factor, factorTitle(factor), std::move(choices), wanted.size() > 1, this);
        const auto chosen = m_chosen.find(factor);
        picker->setChosen(chosen == m_chosen.end() ? std::string() : chosen->second);
        connect(picker, &LevelPicker::chosen, this, [this, factor = factor](const QString& level) {
            level.isEmpty() ? static_cast<void>(m_chosen.erase(factor)) : static_cast<void>(m_chosen[factor] = level.toStdString());
            refresh();
            emit optionsChanged();
        });
        m_row->insertWidget(m_row->count() - 1, picker);
        m_pickers.push_back(picker);
    }
}

void CurveChart::refresh()
{
    CurveData data = currentData();
    emphasise(data);
    m_view->setWeakness(data.circumstances.weakness());
    m_view->setData(std::move(data));
    describe();
}

CurveData CurveChart::currentData()
{
    CurveData data = m_source.data(filter(), m_unit, m_options.reference);
    for (CurveLine& line : data.lines) {
        if (m_hidden.contains(line.cell))
            line.emphasis = Emphasis::Hidden;
    }
    return data;
}

void CurveChart::describe()
{
    const CurveData& data = m_view->plot().data();
    QStringList parts{m_view->plot().unitText()};
    if (m_options.reference)
        parts = QStringList{tr("rate relative to %1").arg(QString::fromStdString(*m_options.reference))};
    QStringList said;
    for (const auto& [factor, level] : m_chosen) {
        for (const auto& picked : m_pickers) {
            for (const auto& choice : picked->choices()) {
                if (picked->factor() == factor && choice.level == level)
                    said << tr("%1: %2").arg(factorTitle(factor), choice.title);
            }
        }
    }
    parts << said;
    if (data.hasIntervals && !m_options.reference)
        parts << tr("band: 95 % interval over repeats");
    m_caption = parts.join(QStringLiteral(" · "));

    QStringList ends;
    for (const auto& line : data.lines) {
        if (!line.points.empty() && !line.isHidden())
            ends << tr("%1: %2 at %3 rows").arg(line.name, m_view->plot().valueText(line.points.back().rowsPerS),
                                                shortNumber(line.points.back().rows, QLocale()));
    }
    m_view->setAccessibleName(title());
    m_view->setAccessibleDescription(ends.isEmpty() ? tr("Nothing measured yet") : m_caption + QStringLiteral(". ") + ends.join(QStringLiteral("; ")));
    setAccessibleName(title());
    setAccessibleDescription(m_view->accessibleDescription());
    emit captionChanged();
}

void CurveChart::paint(QPainter& painter, const QSize& size)
{
    const DrawingStyle style = DrawingStyle::forFile(m_theme);
    painter.fillRect(QRect({}, size), m_theme.surface);
    CurveData data = currentData();
    const QRectF frame = drawCaption(painter, style, size, title(), subtitle(), data.circumstances.whole());
    if (data.isEmpty()) {
        drawEmpty(painter, style, frame, tr("Nothing measured yet"));
        return;
    }
    QGraphicsScene scene;
    auto* chart = new QChart;
    scene.addItem(chart);
    scene.setSceneRect(QRectF({}, size));
    CurvePlot plot(*chart);
    plot.setStyle(style);
    plot.setLogarithmic(m_view->plot().isLogarithmic());
    plot.setData(std::move(data));
    plot.setFrame(frame);
    plot.update();
    plot.paintBelow(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    scene.render(&painter, QRectF({}, size), QRectF({}, size));
    plot.paintAbove(painter);
}

} // namespace keyrace
