// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"
#include "engine/plan/names.h"
#include "engine/plan/plan.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// Text to JSON, with the position of what is wrong. `what` names the text in messages: "the plan". Refuses deep nesting,
/// repeated members and absurd length, so that whatever was read can be walked and copied safely.
/// Throws Error{BadInput}.
[[nodiscard]] Json parseJson(std::string_view text, const std::string& what);

/// "a, b, c".
template <typename Range>
[[nodiscard]] std::string listed(const Range& words)
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

/// The name of an option or member that holds a password.
[[nodiscard]] bool isSecret(std::string_view name);
/// %1 is the place, never the value.
extern const char* const kPasswordRefused;

/// 60000 rather than 60000.0, in JSON and in labels.
[[nodiscard]] Json plainNumber(double value);

/// One place in a JSON document, with its path for messages: `parts[1].factors.key[2].type`.
/// Refers to the document; used while reading only. Every reading function throws Error{BadInput}.
class JsonNode {
public:
    JsonNode(const Json& json, std::string path)
        : m_json(&json)
        , m_path(std::move(path))
    {
    }

    [[nodiscard]] const Json& json() const { return *m_json; }
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] bool isObject() const { return m_json->is_object(); }
    [[nodiscard]] bool isList() const { return m_json->is_array(); }
    [[nodiscard]] bool isText() const { return m_json->is_string(); }

    /// An object with no other members than these.
    void expectMembers(std::span<const std::string_view> accepted) const;
    void expectMembers(std::initializer_list<std::string_view> accepted) const;
    /// A member that is given; null counts as not given.
    [[nodiscard]] bool has(std::string_view member) const;
    /// Throws where it is not given.
    [[nodiscard]] JsonNode operator[](std::string_view member) const;
    /// The items of a list that holds at least one; anything else is a list of one.
    [[nodiscard]] std::vector<JsonNode> levels() const;
    /// The items of a list, which may be empty.
    [[nodiscard]] std::vector<JsonNode> items() const;

    [[nodiscard]] std::string text() const;
    /// A text that is not empty.
    [[nodiscard]] std::string word() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
    [[nodiscard]] int smallInteger(int least, int most) const { return static_cast<int>(integer(least, most)); }
    [[nodiscard]] std::uint64_t unsignedInteger() const;
    [[nodiscard]] double number(double least, double most) const;
    /// A number above 0.
    [[nodiscard]] double positive(double most) const;
    [[nodiscard]] std::string oneOf(std::span<const std::string_view> accepted) const;
    template <typename Enum>
    [[nodiscard]] Enum choice() const
    {
        return *fromName<Enum>(oneOf(EnumNames<Enum>::kNames));
    }

    /// "%1 is %2; accepted: %3" with this place and its value.
    [[noreturn]] void refuse(const std::string& accepted) const;
    /// A message of one's own about this place: %1 the path, %2 the value, then the arguments.
    [[noreturn]] void refuse(const char* source, std::vector<Message::Argument> arguments) const;
    /// The value in a few words, safe to show however large it is.
    [[nodiscard]] std::string shown() const;

private:
    [[nodiscard]] std::string pathOf(std::string_view member) const;

    const Json* m_json;
    std::string m_path;
};

} // namespace keyrace
