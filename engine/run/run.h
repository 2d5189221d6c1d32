// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"
#include "engine/targets/connector.h"

#include <filesystem>
#include <memory>

namespace keyrace {

/// LogEntry::kind of a target that could not be reached; its cells are not available.
inline constexpr const char* kUnreachable = "unreachable";

struct RunOptions {
    std::filesystem::path file; ///< the run file to write
    bool resume = false;        ///< go on with `file`, from its first unfinished trial; the plan is the file's own
    bool keep = false;          ///< leave the tables under test in place
    Consent consent{};          ///< what somebody said yes to: concernsOf() tells what there is to ask
    PasswordLookup password{};  ///< as ConnectorContext::password
    PasswordLookup askPassword{}; ///< as ConnectorContext::askPassword; asked by the run's thread, before anything is measured
};

/// A plan carried out in a thread of its own. The listener is called by that thread, or by its sampler while a trial's
/// clock runs, never by two at once; it must return quickly and must not throw.
/// The requests may come from any thread, and return at once.
class Run {
public:
    /// Checks what can be checked at once and creates the run file. Throws Error{BadInput|Disk|Unreachable}.
    Run(Plan plan, RunOptions options, RunListener listener);
    /// Stops a run that is still on, and waits for its thread.
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    void stop();
    void setPaused(bool paused);
    /// Ends the cell that runs now, without counting its unfinished trial, and leaves out its further ones.
    void skipCell();
    /// Blocks until RunFinished was announced.
    void wait();

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace keyrace
