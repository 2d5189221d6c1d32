// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/statusstrip.h"

#include "ui/elidedlabel.h"
#include "ui/icons.h"
#include "ui/words.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QStyle>

#include <algorithm>
#include <vector>

namespace keyrace {

StatusStrip::StatusStrip(const RunModel& model, const Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_model(model)
    , m_theme(theme)
    , m_dot(new QLabel(this))
    , m_connection(new QLabel(this))
    , m_target(new ElidedLabel(this))
    , m_host(new QLabel(this))
    , m_noise(new QLabel(this))
    , m_file(new ElidedLabel(this))
{
    setProperty("panel", true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 5, 14, 5);
    row->setSpacing(6);
    row->addWidget(m_dot);
    row->addWidget(m_connection);
    row->addSpacing(14);
    row->addWidget(m_target);
    row->addSpacing(14);
    row->addWidget(m_host);
    row->addSpacing(14);
    row->addWidget(m_noise);
    row->addStretch(1);
    row->addWidget(m_file, 1);
    m_file->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (QLabel* label : std::vector<QLabel*>{m_connection, m_target, m_host, m_noise, m_file})
        label->setProperty("muted", true);
    m_host->setAccessibleDescription(tr("The machine that was measured on"));
    refresh();
}

void StatusStrip::refresh()
{
    const auto results = m_model.results();
    if (results && results == m_shown && m_phase == m_model.phase())
        return;
    m_shown = results;
    m_phase = m_model.phase();
    const bool connected = m_model.isOn() && results;
    m_connection->setText(connected                                     ? tr("Connected")
                          : m_phase == RunModel::Phase::Preparing ? tr("Connecting")
                          : m_model.isRecorded()                        ? tr("Recorded")
                                                                        : tr("Not connected"));
    const QColor colour = connected ? m_theme.good : m_theme.mutedText;
    m_dot->setPixmap(icons::draw(icons::Shape::Dot, colour).pixmap(QSize(14, 14), devicePixelRatioF()));
    for (QLabel* label : {m_host, m_noise})
        label->clear();
    m_target->setFullText({});
    m_file->setFullText({});
    if (!results)
        return;
    showTarget(*results);
    showHost(*results);
    showNoise(*results);
    showFile();
}

void StatusStrip::showTarget(const ResultSet& results)
{
    QStringList parts;
    bool weak = false;
    for (const EnvironmentTarget& target : results.environment().targets) {
        const TargetInfo& info = target.info;
        parts += QStringLiteral("%1 %2, %3").arg(QString::fromStdString(info.engine), QString::fromStdString(info.serverVersion),
                                                 QString::fromStdString(info.durability));
        weak = weak || info.weakDurability || std::any_of(info.levels.begin(), info.levels.end(), [](const auto& level) { return level.second.isWeak; });
    }
    m_target->setFullText(parts.join(QStringLiteral(" · ")));
    if (weak)
        m_target->setToolTip(tr("With these settings a commit may be lost when the machine fails."));
    setWarning(m_target, weak);
}

void StatusStrip::showHost(const ResultSet& results)
{
    const HostInfo& host = results.environment().host;
    QStringList parts;
    if (host.cores > 0)
        parts += tr("%n core(s)", nullptr, host.cores);
    if (host.memoryBytes > 0)
        parts += words::bytes(host.memoryBytes);
    if (!host.filesystem.empty())
        parts += QString::fromStdString(host.filesystem);
    m_host->setText(parts.join(QStringLiteral(", ")));
    m_host->setToolTip(QStringLiteral("%1\n%2").arg(QString::fromStdString(host.processor), QString::fromStdString(host.system)));
}

void StatusStrip::showNoise(const ResultSet& results)
{
    std::vector<double> variations;
    int noisy = 0;
    for (const CellResult& cell : results.cells()) {
        if (const auto cv = cell.rowsPerS().cv)
            variations.push_back(*cv);
        noisy += cell.isNoisy() ? 1 : 0;
    }
    if (variations.empty())
        return;
    const auto middle = variations.begin() + static_cast<std::ptrdiff_t>(variations.size() / 2);
    std::nth_element(variations.begin(), middle, variations.end());
    QString text = tr("Noise %1").arg(words::percent(*middle, 1));
    if (noisy > 0)
        text = tr("%1, %n cell(s) above 5 %", nullptr, noisy).arg(text);
    m_noise->setText(text);
    m_noise->setToolTip(tr("Median over the cells of their trials' standard deviation over mean"));
    setWarning(m_noise, noisy > 0);
}

void StatusStrip::showFile()
{
    const QString name = QFileInfo(m_model.file()).fileName();
    if (name.isEmpty())
        return;
    m_file->setFullText(m_model.isOn()           ? tr("Recording to %1").arg(name)
                        : m_model.isRecorded() ? name
                                                 : tr("Recorded to %1").arg(name),
                        Qt::ElideMiddle);
    m_file->setToolTip(QDir::toNativeSeparators(m_model.file()));
}

void StatusStrip::setWarning(QLabel* label, bool warning)
{
    if (label->property("warning").toBool() == warning)
        return;
    label->setProperty("warning", warning);
    label->setProperty("muted", !warning);
    style()->unpolish(label);
    style()->polish(label);
}

void StatusStrip::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_phase = RunModel::Phase::Opening; // so that the dot is drawn anew
    m_shown.reset();
    refresh();
}

} // namespace keyrace
