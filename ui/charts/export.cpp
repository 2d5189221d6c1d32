// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "ui/charts/chart.h"

#include <QtCore/QBuffer>
#include <QtCore/QFileInfo>
#include <QtCore/QSaveFile>
#include <QtGui/QImage>
#include <QtGui/QPageSize>
#include <QtGui/QPainter>
#include <QtGui/QPdfWriter>
#include <QtSvg/QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <memory>

namespace keyrace {

namespace {

constexpr int kDotsPerInch = 96;
// A picture is laid out for about this many pixels and drawn larger where more were asked for, so that the text of a
// picture for a poster is not that of a postage stamp.
constexpr QSize kLayout{900, 560};

double scaleFor(const QSize& size)
{
    const double fits = std::min(1.0 * size.width() / kLayout.width(), 1.0 * size.height() / kLayout.height());
    return std::max(1.0, std::floor(fits * 2) / 2);
}

// The painter is at the size that was asked for; the chart is told the size that it is laid out for.
void paintScaled(QPainter& painter, Chart& chart, const QSize& size)
{
    const double scale = scaleFor(size);
    painter.scale(scale, scale);
    chart.paint(painter, QSize(static_cast<int>(std::ceil(size.width() / scale)), static_cast<int>(std::ceil(size.height() / scale))));
}

void checkSize(const QSize& size)
{
    const auto within = [](int value, int low, int high) { return low <= value && value <= high; };
    if (within(size.width(), kSmallestPicture.width(), kLargestPicture.width())
        && within(size.height(), kSmallestPicture.height(), kLargestPicture.height()))
        return;
    throw Error(ErrorKind::BadInput,
                Message(QT_TRANSLATE_NOOP("Engine", "a picture cannot be %1 pixels large: accepted are %2 to %3"),
                        {std::to_string(size.width()) + 'x' + std::to_string(size.height()),
                         std::to_string(kSmallestPicture.width()) + 'x' + std::to_string(kSmallestPicture.height()),
                         std::to_string(kLargestPicture.width()) + 'x' + std::to_string(kLargestPicture.height())}));
}

[[noreturn]] void throwDisk(const QString& file, const QString& reason)
{
    throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "cannot write the picture %1"), {file.toStdString()}),
                reason.toStdString());
}

QByteArray png(Chart& chart, const QSize& size)
{
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        throw Error(ErrorKind::Limit, Message(QT_TRANSLATE_NOOP("Engine", "not enough memory for a picture of this size; try a smaller one")));
    QPainter painter(&image);
    paintScaled(painter, chart, size);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(Chart& chart, const QSize& size)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kDotsPerInch);
    generator.setSize(size);
    generator.setViewBox(QRect({}, size));
    generator.setTitle(chart.title());
    generator.setDescription(chart.accessibleDescription());
    QPainter painter(&generator);
    paintScaled(painter, chart, size);
    painter.end();
    return bytes;
}

QByteArray pdf(Chart& chart, const QSize& size)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    writer.setPageMargins({});
    writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / kDotsPerInch, QPageSize::Point));
    writer.setTitle(chart.title());
    writer.setCreator(QStringLiteral("Keyrace"));
    QPainter painter(&writer);
    paintScaled(painter, chart, size);
    painter.end();
    return bytes;
}

QByteArray encoded(Chart& chart, const QSize& size, const QString& file)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    if (ending == QStringLiteral("png"))
        return png(chart, size);
    if (ending == QStringLiteral("svg"))
        return svg(chart, size);
    if (ending == QStringLiteral("pdf"))
        return pdf(chart, size);
    throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 does not say what to write: a picture ends in .png, .svg or .pdf"),
                                             {file.toStdString()}));
}

} // namespace

void writePicture(Chart& chart, const QSize& size, const QString& file)
{
    checkSize(size);
    const QByteArray bytes = encoded(chart, size, file);
    // Device files and pipes cannot be replaced; what stood in a file before stays whole until all is written.
    QSaveFile target(file);
    target.setDirectWriteFallback(true);
    if (!target.open(QIODevice::WriteOnly) || target.write(bytes) != bytes.size() || !target.commit())
        throwDisk(file, target.errorString());
}

void exportChart(const ChartKind& kind, std::shared_ptr<const ResultSet> results, const ChartOptions& options,
                 const Theme& theme, const QSize& size, const QString& file)
{
    checkSize(size);
    const std::unique_ptr<Chart> chart(kind.make(nullptr));
    chart->setTheme(theme);
    chart->setOptions(options);
    chart->setResults(std::move(results));
    if (!chart->hasData()) {
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "the view %1 has nothing to show: this run holds no data for it"),
                                                 {std::string(kind.name)}));
    }
    writePicture(*chart, size, file);
}

} // namespace keyrace
