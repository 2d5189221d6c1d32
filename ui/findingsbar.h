// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/findingcard.h"

#include <QtWidgets/QWidget>

#include <string>
#include <vector>

class QLabel;
class QPushButton;

namespace keyrace {

/// The heaviest findings under the charts, and the way to all of them. Main thread only.
class FindingsBar : public QWidget {
    Q_OBJECT

public:
    explicit FindingsBar(const Theme& theme, QWidget* parent = nullptr);

    void setFindings(const std::vector<Finding>& findings, const std::vector<Judgement>& judgements);
    /// The card of this finding is marked, as the one that the charts show; empty: none.
    void setCurrent(const std::string& id);
    /// What stands here while nothing was found.
    void setPlaceholder(const QString& text);
    /// One line, for small windows.
    void setCompact(bool compact);
    void setTheme(const Theme& theme);

signals:
    void activated(const keyrace::Finding& finding);
    void moreWanted();

private:
    void arrange();

    std::vector<FindingCard*> m_cards;
    QLabel* m_placeholder;
    QPushButton* m_more;
    std::string m_current;
    std::vector<Finding> m_findings; ///< the heaviest first
    bool m_compact = false;
};

/// "3 met, 1 not met"; empty without expectations.
[[nodiscard]] QString verdictSummary(const std::vector<Judgement>& judgements);
/// The heaviest first.
[[nodiscard]] std::vector<Finding> byWeight(std::vector<Finding> findings);

} // namespace keyrace
