// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/findingsmodel.h"
#include "ui/runmodel.h"

#include <QtWidgets/QListView>

namespace keyrace {

/// FindingsModel as cards; pressing a finding shows the cells it stands on. Main thread only.
class FindingsPage : public QListView {
    Q_OBJECT

public:
    FindingsPage(const RunModel& model, const Theme& theme, QWidget* parent = nullptr);

    void refresh();
    void setTheme(const Theme& theme);

signals:
    void findingActivated(const keyrace::Finding& finding);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Delegate;

    void activateRow(const QModelIndex& index);

    const RunModel& m_run;
    FindingsModel* m_rows;
    Delegate* m_delegate;
};

} // namespace keyrace
