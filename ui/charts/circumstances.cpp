// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/circumstances.h"

#include "engine/findings/differences.h"
#include "ui/leveltitle.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <algorithm>
#include <map>
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
    std::map<std::string, std::map<std::string, bool>> promises; // by target: what a commit promises, and whether that is weak
    QStringList noisy;
    bool allNoisy = true;
    for (const int index : cells) {
        const auto& cell = results.cells()[static_cast<std::size_t>(index)];
        const Durability durability = durabilityOf(results, cell.cell);
        promises[cell.cell.target][durability.words] = durability.isWeak;
        const QString title = keyTitle(cell.cell);
        allNoisy = allNoisy && cell.isNoisy();
        if (cell.isNoisy() && !noisy.contains(title))
            noisy << title;
    }
    QStringList servers;
    QStringList weak;
    for (const auto& target : results.environment().targets) {
        const auto& info = target.info;
        for (const auto& [words, isWeak] : promises[target.target]) {
            QString server = QString::fromStdString(info.engine + ' ' + info.serverVersion);
            if (!words.empty())
                server += QStringLiteral(" · ") + QString::fromStdString(words);
            if (!servers.contains(server))
                servers << server;
            const QString who = promises[target.target].size() > 1 ? QString::fromStdString(words) : QString::fromStdString(info.engine);
            if (isWeak && !weak.contains(who))
                weak << who;
        }
    }
    Circumstances answer;
    answer.servers = joined(servers);
    if (!weak.isEmpty() && servers.size() > 1)
        answer.durability = Charts::tr("%1: a commit may be lost when the machine fails").arg(weak.join(QStringLiteral(", ")));
    else if (!weak.isEmpty())
        answer.durability = Charts::tr("a commit may be lost when the machine fails");
    if (noisy.size() > 1 && allNoisy)
        answer.noise = Charts::tr("noise above 5 % everywhere");
    else if (noisy.size() > 4)
        answer.noise = Charts::tr("noise above 5 %: %1 and %n more", nullptr, static_cast<int>(noisy.size()) - 3).arg(noisy.mid(0, 3).join(QStringLiteral(", ")));
    else if (!noisy.isEmpty())
        answer.noise = Charts::tr("noise above 5 %: %1").arg(noisy.join(QStringLiteral(", ")));
    answer.damage = results.damage.translated();
    return answer;
}

} // namespace keyrace
