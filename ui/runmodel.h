// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/findings.h"
#include "engine/run/run.h"
#include "ui/background.h"
#include "ui/inbox.h"
#include "ui/passwordasker.h"

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace keyrace {

/// The run that the window shows: live or recorded. Starts, pauses and stops the engine's Run, takes its events once a
/// frame, and hands out snapshots that never change. Main thread only; what may take time happens in workers.
class RunModel : public QObject {
    Q_OBJECT

public:
    enum class Phase { Empty, Opening, Preparing, Running, Paused, Stopping, Ended };

    /// `passwords` are asked for on a worker's thread.
    explicit RunModel(PasswordSource passwords = {}, QObject* parent = nullptr);
    ~RunModel() override;

    [[nodiscard]] const PasswordSource& passwords() const { return m_passwords; }
    [[nodiscard]] Phase phase() const { return m_phase; }
    /// A run of this window is on: from the click on Run until its file is closed.
    [[nodiscard]] bool isOn() const;
    /// The result was read from a file, not measured by this window.
    [[nodiscard]] bool isRecorded() const { return m_recorded; }
    /// Null before there is something to show.
    [[nodiscard]] std::shared_ptr<const ResultSet> results() const { return m_results; }
    /// Of the run file; empty without one.
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] const std::vector<Finding>& findings() const { return m_analysis.findings; }
    [[nodiscard]] const std::vector<Judgement>& judgements() const { return m_analysis.judgements; }
    [[nodiscard]] ResultSet::Progress progress() const;

    /// Only where no run is on. The file is NAME-YYYYMMDD-HHMMSS.keyrace in `folder`, which is made where it is missing.
    /// Where a database of the plan looks as if others rely on it, asked() comes instead, unless `consented`.
    void start(const Plan& plan, const QString& folder, bool consented = false);
    /// Only where no run is on.
    void open(const QString& file);
    /// Goes on with the run that was opened, in its own file. Only where it canBeResumed().
    void resume();
    /// Recorded, and ended before everything was measured.
    [[nodiscard]] bool canBeResumed() const;
    /// Forgets the result that is shown; its file stays. Only where no run is on.
    void clear();
    void setPaused(bool paused);
    void skipCell();
    void stop();

    /// From frame to frame; longer where the main thread takes more than its share of a core.
    [[nodiscard]] std::chrono::milliseconds frameInterval() const { return std::chrono::milliseconds(m_frames.interval()); }

    static constexpr std::chrono::milliseconds kShortestFrame{250};
    static constexpr std::chrono::milliseconds kLongestFrame{2'000};
    static constexpr double kDrawingShare = 0.02;

signals:
    /// Phase, result, findings or time left are others than before; about once a frame while a run is on.
    void changed();
    /// A run could not be started, or a file not be opened: what happened and what to try, and the system's own words.
    void failed(const QString& what, const QString& detail);
    /// Nothing was started: a database of the plan looks as if others rely on it, for these reasons.
    void asked(const Plan& plan, const QStringList& concerns);

private:
    struct Analysis {
        std::vector<Finding> findings;
        std::vector<Judgement> judgements;
    };
    struct Opened {
        std::shared_ptr<const ResultSet> results;
        QString what;
        QString detail;
    };
    struct Started {
        std::unique_ptr<Run> run;
        QString file;
        QString what;
        QString detail;
        QStringList concerns;
    };

    static void startRun(Started& result, const Plan& plan, const QString& folder, bool consented, const PasswordSource& passwords, const std::shared_ptr<Inbox>& inbox);
    static Opened readFile(const QString& file);
    /// What `work` made, and how it failed.
    static Started attempt(const std::function<void(Started&)>& work);
    void prepare();
    void started(const Plan& plan, Started started);
    void opened(const QString& file, Opened opened);
    void frame();
    void adjustFrames();
    void finish();
    void finished();
    void analyse();
    void setPhase(Phase phase);

    const PasswordSource m_passwords;
    Phase m_phase = Phase::Empty;
    bool m_recorded = false;
    bool m_stopWanted = false;
    QString m_file;
    std::shared_ptr<Inbox> m_inbox;
    std::unique_ptr<Run> m_run;
    ResultSet m_live;
    std::shared_ptr<const ResultSet> m_results;
    Analysis m_analysis;
    std::shared_ptr<const ResultSet> m_analysed; ///< the snapshot m_analysis was made from, or is being made from
    QTimer m_frames;
    std::chrono::nanoseconds m_spent{0}; ///< the main thread's CPU time at the last frame
    Background m_worker;   ///< opens, starts and closes
    Background m_analyst;
};

} // namespace keyrace
