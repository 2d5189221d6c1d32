// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/damage.h"
#include "engine/record/resultset.h"
#include "engine/record/sqlitefile.h"

namespace keyrace {

/// Appends all trials that have ended, in the order in which they did, with everything that belongs to them; where the run
/// is still on, those that run now as well. Values that no trial can have are left out. Throws nothing.
void readTrials(const SqliteFile& file, ResultSet& results, bool withRunning, Damage& damage);

} // namespace keyrace
