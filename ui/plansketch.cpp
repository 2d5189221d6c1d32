// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plansketch.h"

#include "ui/words.h"

#include <QtCore/QStringList>
#include <QtGui/QPainter>

#include <algorithm>

namespace keyrace {

namespace {

constexpr int kMostRows = 5;
constexpr int kTileHeight = 7;
constexpr int kGap = 3;
constexpr int kColumnGap = 5;

} // namespace

PlanSketch::PlanSketch(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PlanSketch::setCells(const std::vector<Cell>& cells)
{
    m_columns.clear();
    for (const Cell& cell : cells) {
        if (cell.unavailable)
            continue;
        auto column = std::find_if(m_columns.begin(), m_columns.end(), [&](const Column& c) { return c.key == cell.key; });
        if (column == m_columns.end()) {
            const KeyType* type = findKeyType(cell.key);
            m_columns.push_back({cell.key, type ? type->label().translated() : QString::fromStdString(cell.key), 0});
            column = std::prev(m_columns.end());
        }
        ++column->cells;
    }
    m_rows = 0;
    QStringList labels;
    for (const Column& column : m_columns) {
        labels += column.label;
        m_rows = std::max(m_rows, std::min(column.cells, kMostRows));
    }
    updateGeometry();
    setAccessibleName(tr("Key types: %1").arg(labels.join(QStringLiteral(", "))));
    update();
}

void PlanSketch::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

QSize PlanSketch::sizeHint() const
{
    const int text = QFontMetrics(m_theme.font(8.5)).height();
    return {200, text + 4 + m_rows * (kTileHeight + kGap)};
}

void PlanSketch::paintEvent(QPaintEvent*)
{
    if (m_columns.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = m_theme.font(8.5);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const int count = static_cast<int>(m_columns.size());
    const double width = std::min((this->width() + kColumnGap) / double(count) - kColumnGap, 96.0);
    for (int n = 0; n < count; ++n) {
        const Column& column = m_columns[static_cast<std::size_t>(n)];
        const double x = n * (width + kColumnGap);
        painter.setPen(m_theme.mutedText);
        painter.drawText(QRectF(x, 0, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(column.label, Qt::ElideRight, static_cast<int>(width)));
        QColor fill = m_theme.keyColor(column.key);
        painter.setPen(QPen(fill, 1));
        fill.setAlphaF(0.25F);
        painter.setBrush(fill);
        for (int row = 0; row < std::min(column.cells, kMostRows); ++row)
            painter.drawRoundedRect(QRectF(x + 0.5, metrics.height() + 4.5 + row * (kTileHeight + kGap), width - 1, kTileHeight - 1), 2, 2);
    }
}

} // namespace keyrace
