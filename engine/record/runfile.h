// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/processmark.h"
#include "engine/record/resultset.h"

#include <filesystem>
#include <memory>

namespace keyrace {

/// Writes a `.keyrace` file while a run goes on: an SQLite database with application_id 0x4B524345, in WAL mode, committed
/// at least once a second and after every trial, so that a killed program loses at most the last second. After RunFinished
/// it is checkpointed and switched to journal_mode=DELETE: one file.
/// append() is called by one thread at a time (the run's, or its sampler's while a trial runs).
class RunFileWriter {
public:
    /// A new file. Throws Error{BadInput} where `path` exists, Error{Disk} where its folder is missing, read-only or full
    /// (probed by writing).
    static std::unique_ptr<RunFileWriter> create(const std::filesystem::path& path);
    /// An interrupted, cancelled or failed run that goes on in place. Throws Error{BadInput} for one that is done, that
    /// still runs in another process, or that is no run file.
    static std::unique_ptr<RunFileWriter> resume(const std::filesystem::path& path);
    virtual ~RunFileWriter() = default;

    /// Throws Error{Disk} where it cannot be written any more; what was committed before stays readable.
    virtual void append(const RunEvent& event) = 0;
    /// Of a run that was resumed after its process was killed: that process.
    [[nodiscard]] const std::optional<ProcessMark>& deadWriter() const { return m_deadWriter; }

protected:
    std::optional<ProcessMark> m_deadWriter;
};

/// Reads a run file without ever writing to it or beside it: a finished one with `immutable=1`, one with a WAL beside it
/// from a private copy. A run whose process is gone opens as interrupted. What is damaged is left out and told in
/// ResultSet::damage. Throws Error{BadInput}: not there, empty, another program's, a newer version's, nothing readable.
[[nodiscard]] std::shared_ptr<ResultSet> readRunFile(const std::filesystem::path& path);

} // namespace keyrace
