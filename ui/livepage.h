// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/chartcard.h"
#include "ui/runmodel.h"

#include <QtWidgets/QWidget>

#include <cstdint>
#include <string>
#include <vector>

class QHBoxLayout;

namespace keyrace {

class FindingsBar;

/// The curve and the heatmap side by side, the heaviest findings under them. Main thread only.
class LivePage : public QWidget {
    Q_OBJECT

public:
    LivePage(const RunModel& model, const Theme& theme, QWidget* parent = nullptr);

    void refresh();
    void setCompact(bool compact);
    void setTheme(const Theme& theme);
    /// The charts show the cells that a finding stands on, and make them stand out. Once more, or Escape: no longer.
    void showFinding(const Finding& finding);
    void showNoFinding();
    [[nodiscard]] const std::vector<ChartCard*>& cards() const { return m_cards; }

signals:
    void moreFindingsWanted();
    void figuresWanted(keyrace::ChartCard* card, const QString& ending);

private:
    void addCards(QHBoxLayout* row, const Theme& theme);
    void maximise(ChartCard* card, bool maximised);
    void refreshPlaceholder();

    const RunModel& m_model;
    std::vector<ChartCard*> m_cards;
    FindingsBar* m_findings;
    std::string m_shown; ///< the finding's id
    std::int64_t m_runStarted = 0;
};

} // namespace keyrace
