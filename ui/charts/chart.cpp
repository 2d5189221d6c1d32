// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include "engine/error.h"
#include "ui/charts/savedialog.h"

#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtWidgets/QMessageBox>

namespace keyrace {

Chart::Chart(QWidget* parent)
    : QWidget(parent)
{
    setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto add = [this](const QString& text, auto function) {
        auto* action = new QAction(text, this);
        connect(action, &QAction::triggered, this, function);
        addAction(action);
    };
    add(tr("Reset view"), &Chart::resetView);
    add(tr("Copy picture"), &Chart::copyPicture);
    add(tr("Export picture…"), &Chart::exportPicture);
}

void Chart::copyPicture()
{
    const QSize logical = size().expandedTo({640, 420});
    QImage image(logical * 2, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.scale(2, 2);
    paint(painter, logical);
    painter.end();
    QGuiApplication::clipboard()->setImage(image);
}

void Chart::exportPicture()
{
    auto* dialog = makeSaveDialog(window(), tr("Export picture"), title(), {tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)"), tr("PDF document (*.pdf)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        try {
            writePicture(*this, {1'600, 1'000}, file);
        } catch (const Error& error) {
            auto* box = new QMessageBox(QMessageBox::Warning, tr("Export picture"), error.message().translated(), QMessageBox::Ok, window());
            box->setInformativeText(QString::fromStdString(error.serverText()));
            box->setAttribute(Qt::WA_DeleteOnClose);
            box->open();
        }
    });
    dialog->open();
}

} // namespace keyrace
