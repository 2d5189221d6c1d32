// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/findingspage.h"

#include <QtCore/QHash>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QStyledItemDelegate>

#include <algorithm>
#include <climits>
#include <utility>

namespace keyrace {

namespace {

constexpr int kGap = 8;
constexpr int kHeadingHeight = 36;
constexpr int kRightMargin = 6;
constexpr qsizetype kMostHeights = 2'000;

} // namespace

class FindingsPage::Delegate : public QStyledItemDelegate {
public:
    Delegate(const FindingsModel& rows, const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_rows(rows)
        , m_theme(theme)
    {
    }

    void setTheme(const Theme& theme) { m_theme = theme; }
    void setWidth(int width)
    {
        if (width != m_width)
            m_heights.clear();
        m_width = width;
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const FindingsModel::Row& row = m_rows.row(index.row());
        const QRect rect = option.rect.adjusted(1, 0, -kRightMargin, -kGap);
        const bool marked = option.state.testFlag(QStyle::State_HasFocus) || option.state.testFlag(QStyle::State_Selected);
        switch (row.kind) {
        case FindingsModel::RowKind::Heading:
            painter->setFont(m_theme.font(11.5, QFont::DemiBold));
            painter->setPen(m_theme.text);
            painter->drawText(rect, Qt::AlignLeft | Qt::AlignBottom, row.text.text);
            return;
        case FindingsModel::RowKind::Card:
            paintCard(*painter, rect, row.text, CardForm::Whole, m_theme, m_theme.surface,
                      marked                                              ? m_theme.accent
                      : option.state.testFlag(QStyle::State_MouseOver) ? m_theme.mutedText
                                                                          : m_theme.border);
            return;
        case FindingsModel::RowKind::Line:
            painter->setFont(m_theme.font(10));
            painter->setPen(marked ? m_theme.accent : row.text.edge.isValid() ? row.text.edge : m_theme.mutedText);
            painter->drawText(rect, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, row.text.text);
            return;
        }
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const FindingsModel::Row& row = m_rows.row(index.row());
        const int width = std::max(m_width - kRightMargin - 1, 200);
        switch (row.kind) {
        case FindingsModel::RowKind::Heading:
            return {width, kHeadingHeight};
        case FindingsModel::RowKind::Card:
            return {width, heightOf(row.text, width) + kGap};
        case FindingsModel::RowKind::Line:
            break;
        }
        const QFontMetrics metrics(m_theme.font(10));
        return {width, metrics.boundingRect(QRect(0, 0, width, SHRT_MAX), Qt::TextWordWrap, row.text.text).height() + kGap};
    }

private:
    /// A list asks for all its heights whenever one row has changed.
    int heightOf(const CardText& text, int width) const
    {
        const auto key = std::make_pair(text.headline, text.text + QLatin1Char('\n') + text.evidence + QLatin1Char('\n') + text.detail);
        const auto known = m_heights.constFind(key);
        if (known != m_heights.constEnd())
            return *known;
        if (m_heights.size() > kMostHeights)
            m_heights.clear();
        return *m_heights.insert(key, cardHeight(text, CardForm::Whole, m_theme, width));
    }

    const FindingsModel& m_rows;
    Theme m_theme;
    int m_width = 600;
    mutable QHash<std::pair<QString, QString>, int> m_heights;
};

FindingsPage::FindingsPage(const RunModel& model, const Theme& theme, QWidget* parent)
    : QListView(parent)
    , m_run(model)
    , m_rows(new FindingsModel(theme, this))
    , m_delegate(new Delegate(*m_rows, theme, this))
{
    setObjectName(QStringLiteral("findings"));
    setAccessibleName(tr("All findings"));
    setFrameShape(QFrame::NoFrame);
    // On the window's own surface, not on a card.
    setStyleSheet(QStringLiteral("QListView { background: transparent; border: none; }"));
    setModel(m_rows);
    setItemDelegate(m_delegate);
    setMouseTracking(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListView::clicked, this, &FindingsPage::activateRow);
    refresh();
}

void FindingsPage::refresh()
{
    m_rows->setContent(m_run.results().get(), m_run.findings(), m_run.judgements());
}

void FindingsPage::setTheme(const Theme& theme)
{
    m_rows->setTheme(theme);
    m_delegate->setTheme(theme);
    refresh();
    viewport()->update();
}

void FindingsPage::activateRow(const QModelIndex& index)
{
    if (index.isValid() && m_rows->row(index.row()).finding)
        emit findingActivated(Finding(*m_rows->row(index.row()).finding)); // a copy: the rows may change meanwhile
}

void FindingsPage::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(currentIndex().data().toString());
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        activateRow(currentIndex());
    else
        QListView::keyPressEvent(event);
}

void FindingsPage::resizeEvent(QResizeEvent* event)
{
    m_delegate->setWidth(viewport()->width());
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

} // namespace keyrace
