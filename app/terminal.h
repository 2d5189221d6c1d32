// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace keyrace::terminal {

[[nodiscard]] bool isTerminal(int descriptor);
/// Columns of the terminal on this descriptor; 100 where it is none.
[[nodiscard]] int width(int descriptor);
/// To standard output; false where it could not be written. A reader that went away is not an error; any other is told once.
bool print(std::string_view text);
/// Whether something was lost on its way to standard output, other than by a reader that went away.
[[nodiscard]] bool outputLost();
/// A line to standard error.
void complain(std::string_view text);
/// Asks on the terminal; false where there is none or the answer is not yes.
[[nodiscard]] bool confirm(std::string_view question);

/// Asks for what must not be seen: nothing is echoed. Absent where there is no terminal, or nothing is answered; a signal that ends
/// the program does so once the terminal echoes again.
[[nodiscard]] std::optional<std::string> askSecret(std::string_view question);

/// From here on SIGINT, SIGTERM and SIGHUP are noted instead of ending the program.
void noteSignals();
/// One of them came.
[[nodiscard]] bool interrupted();

} // namespace keyrace::terminal
