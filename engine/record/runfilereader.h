// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/processmark.h"
#include "engine/record/resultset.h"
#include "engine/record/sqlitefile.h"

namespace keyrace {

/// What stands in `run` about the run itself.
struct RunFileState {
    RunState state = RunState::Running;
    ProcessMark writer;
};

/// Throw SqliteFault.
[[nodiscard]] RunFileState runFileState(const SqliteFile& file);
void markWriter(const SqliteFile& file, const ProcessMark& writer);

/// All tables as a result set in state `state`. What cannot be read goes to ResultSet::damage; throws SqliteFault where
/// `run` or `cell` are unreadable, and nothing can be shown then.
[[nodiscard]] ResultSet readTables(const SqliteFile& file, RunState state);

} // namespace keyrace
