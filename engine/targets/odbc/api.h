// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The driver manager's interface, https://www.unixodbc.org and ISO/IEC 9075-3 (CLI): for the files of this folder only.
#include <sql.h>
#include <sqlext.h>
