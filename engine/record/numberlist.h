// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace keyrace {

/// A JSON array of numbers, in the C locale, every digit kept: thousands of them stand in one column of a run file.
template <typename Number>
void appendNumber(std::string& text, Number number)
{
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

template <typename Number>
[[nodiscard]] std::string numberList(const std::vector<Number>& numbers)
{
    std::string text = "[";
    for (const Number number : numbers) {
        if (text.size() > 1)
            text += ',';
        appendNumber(text, number);
    }
    return text += ']';
}

/// False where the text is no such array; `numbers` holds what came before.
template <typename Number>
[[nodiscard]] bool parseNumberList(std::string_view text, std::vector<Number>& numbers)
{
    numbers.clear();
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return false;
    const char* at = text.data() + 1;
    const char* const end = text.data() + text.size() - 1;
    while (at < end) {
        Number number{};
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc() || (next < end && *next != ','))
            return false;
        numbers.push_back(number);
        at = next < end ? next + 1 : next;
    }
    return true;
}

} // namespace keyrace
