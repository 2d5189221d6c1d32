// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"

#include <functional>

namespace keyrace::test {

/// The Error that an action throws; one of BadInput that says so where it throws none.
inline Error failureOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    return {ErrorKind::BadInput, Message::verbatim("nothing failed")};
}

} // namespace keyrace::test
