// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/circumstances.h"

#include "ui/leveltitle.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <algorithm>
#include <set>
#include <string>

namespace keyrace {

namespace {

struct Charts {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace

QString Circumstances::whole() const
{
    return joined({durability.isEmpty() ? servers : servers + QStringLiteral(": ") + durability, noise, damage});
}

QString Circumstances::weakness() const
{
    return joined({durability.isEmpty() ? QString() : servers + QStringLiteral(": ") + durability, noise, damage});
}

Circumstances circumstancesOf(const ResultSet& results, const std::vector<int>& cells)
{
    std::set<std::string> targets;
    QStringList noisy;
    for (const int index : cells) {
        const auto& cell = results.cells()[static_cast<std::size_t>(index)];
        targets.insert(cell.cell.target);
        const QString title = keyTitle(cell.cell);
        if (cell.isNoisy() && !noisy.contains(title))
            noisy << title;
    }
    QStringList servers;
    QStringList weak;
    for (const auto& target : results.environment().targets) {
        if (!targets.contains(target.target))
            continue;
        const auto& info = target.info;
        QString server = QString::fromStdString(info.engine + ' ' + info.serverVersion);
        if (!info.durability.empty())
            server += QStringLiteral(" · ") + QString::fromStdString(info.durability);
        if (!servers.contains(server))
            servers << server;
        if (info.weakDurability)
            weak << QString::fromStdString(info.engine);
    }
    Circumstances answer;
    answer.servers = joined(servers);
    if (!weak.isEmpty() && servers.size() > 1)
        answer.durability = Charts::tr("%1: a commit may be lost when the machine fails").arg(weak.join(QStringLiteral(", ")));
    else if (!weak.isEmpty())
        answer.durability = Charts::tr("a commit may be lost when the machine fails");
    if (noisy.size() > 4)
        answer.noise = Charts::tr("noise above 5 %: %1 and %n more", nullptr, static_cast<int>(noisy.size()) - 3).arg(noisy.mid(0, 3).join(QStringLiteral(", ")));
    else if (!noisy.isEmpty())
        answer.noise = Charts::tr("noise above 5 %: %1").arg(noisy.join(QStringLiteral(", ")));
    answer.damage = results.damage.translated();
    return answer;
}

} // namespace keyrace
