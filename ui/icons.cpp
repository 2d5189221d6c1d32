// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/icons.h"

#include <QtGui/QIconEngine>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>

namespace keyrace::icons {

namespace {

/// All shapes are drawn into a square of 16 units.
void drawShape(QPainter& painter, Shape shape)
{
    const QBrush fill = painter.pen().brush();
    switch (shape) {
    case Shape::Maximise:
        painter.drawPolyline(QPolygonF({{9.5, 3}, {13, 3}, {13, 6.5}}));
        painter.drawPolyline(QPolygonF({{6.5, 13}, {3, 13}, {3, 9.5}}));
        painter.drawLine(QPointF(13, 3), QPointF(9.5, 6.5));
        painter.drawLine(QPointF(3, 13), QPointF(6.5, 9.5));
        return;
    case Shape::Reset:
        painter.drawArc(QRectF(3, 3, 10, 10), 60 * 16, -300 * 16);
        painter.drawPolyline(QPolygonF({{10.6, 1.2}, {10.6, 3.9}, {7.9, 3.9}}));
        return;
    case Shape::More:
        for (const double x : {3.5, 8.0, 12.5})
            painter.fillPath([x] { QPainterPath dot; dot.addEllipse(QPointF(x, 8), 1.3, 1.3); return dot; }(), fill);
        return;
    case Shape::Stop:
        painter.fillRect(QRectF(3.5, 3.5, 9, 9), fill);
        return;
    case Shape::Run: {
        QPainterPath path;
        path.addPolygon(QPolygonF({{4.5, 2.8}, {13, 8}, {4.5, 13.2}}));
        painter.fillPath(path, fill);
        return;
    }
    case Shape::Pause:
        painter.fillRect(QRectF(4, 3, 2.8, 10), fill);
        painter.fillRect(QRectF(9.2, 3, 2.8, 10), fill);
        return;
    case Shape::Skip: {
        QPainterPath path;
        path.addPolygon(QPolygonF({{3, 3.2}, {10, 8}, {3, 12.8}}));
        painter.fillPath(path, fill);
        painter.fillRect(QRectF(10.8, 3.2, 2, 9.6), fill);
        return;
    }
    case Shape::Plan:
        painter.drawRoundedRect(QRectF(2.5, 3, 11, 10), 1.5, 1.5);
        painter.drawLine(QPointF(6.5, 3), QPointF(6.5, 13));
        return;
    case Shape::Back:
        painter.drawPolyline(QPolygonF({{9.5, 3.5}, {5, 8}, {9.5, 12.5}}));
        return;
    case Shape::Dot: {
        QPainterPath path;
        path.addEllipse(QPointF(8, 8), 4, 4);
        painter.fillPath(path, fill);
        return;
    }
    }
}

class Engine : public QIconEngine {
public:
    Engine(Shape shape, const QColor& colour)
        : m_shape(shape)
        , m_colour(colour)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setOpacity(mode == QIcon::Disabled ? 0.5 : 1.0);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / 16.0, rect.height() / 16.0);
        painter->setPen(QPen(m_colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        drawShape(*painter, m_shape);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new Engine(*this); }

private:
    Shape m_shape;
    QColor m_colour;
};

} // namespace

QIcon draw(Shape shape, const QColor& colour)
{
    return QIcon(new Engine(shape, colour));
}

} // namespace keyrace::icons
