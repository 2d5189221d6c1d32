// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/jsonnode.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>

namespace keyrace {

namespace {

constexpr std::size_t kMaxText = 16'000'000;
constexpr int kMaxDepth = 40;
constexpr std::size_t kMaxShown = 60;
constexpr double kExactInDouble = 9'007'199'254'740'992.0; // 2^53

[[noreturn]] void fail(const char* source, std::vector<Message::Argument> arguments, std::string detail = {})
{
    throw Error(ErrorKind::BadInput, Message(source, std::move(arguments)), std::move(detail));
}

// Watches a document while it is read: the library keeps the first of two members of one name without a word, and
// copying or comparing what is nested very deeply would exhaust the stack.
class Watch {
public:
    explicit Watch(std::string what)
        : m_what(std::move(what))
    {
    }

    bool operator()(int depth, Json::parse_event_t event, const Json& parsed)
    {
        using Event = Json::parse_event_t;
        if (depth > kMaxDepth)
            fail(QT_TRANSLATE_NOOP("Engine", "%1 is nested more than %2 levels deep."), {m_what, std::int64_t{kMaxDepth}});
        if (event == Event::object_start)
            m_members.emplace_back();
        else if (event == Event::object_end)
            m_members.pop_back();
        else if (event == Event::key && !m_members.back().insert(parsed.get<std::string>()).second)
            fail(QT_TRANSLATE_NOOP("Engine", "%1 has the member “%2” twice in one object."), {m_what, parsed.get<std::string>()});
        return true;
    }

private:
    std::string m_what;
    std::vector<std::set<std::string>> m_members;
};

[[noreturn]] void failAt(std::string_view text, std::size_t byte, const std::string& what, const std::string& detail)
{
    const std::string_view before = text.substr(0, byte == 0 ? 0 : std::min(byte - 1, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t lastBreak = before.rfind('\n');
    const std::size_t column = before.size() - (lastBreak == std::string_view::npos ? 0 : lastBreak + 1) + 1;
    // The library's text repeats the position in front of its reason.
    const std::size_t reason = detail.find(": ");
    fail(QT_TRANSLATE_NOOP("Engine", "%1 is not JSON: line %2, column %3."),
         {what, static_cast<std::int64_t>(line), static_cast<std::int64_t>(column)},
         reason == std::string::npos ? detail : detail.substr(reason + 2));
}

} // namespace

const char* const kPasswordRefused =
    QT_TRANSLATE_NOOP("Engine", "%1 holds a password, which no plan may. Leave it out, and give it through the system's keychain, "
                                "PGPASSFILE or .pgpass, .my.cnf, KEYRACE_PASSWORD, or when asked.");

bool isSecret(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    static constexpr std::array<std::string_view, 7> kNames{"password", "passwd",      "pwd",    "pass",
                                                            "secret",   "sslpassword", "passphrase"};
    return std::find(kNames.begin(), kNames.end(), lower) != kNames.end();
}

Json parseJson(std::string_view text, const std::string& what)
{
    if (text.size() > kMaxText)
        fail(QT_TRANSLATE_NOOP("Engine", "%1 is %2 bytes long; at most %3 are read."),
             {what, static_cast<std::int64_t>(text.size()), static_cast<std::int64_t>(kMaxText)});
    // std::function would copy the watch.
    Watch watch(what);
    try {
        return Json::parse(text.begin(), text.end(),
                           [&watch](int depth, Json::parse_event_t event, Json& parsed) { return watch(depth, event, parsed); });
    } catch (const Json::parse_error& error) {
        failAt(text, error.byte, what, error.what());
    } catch (const Json::exception& error) {
        fail(QT_TRANSLATE_NOOP("Engine", "%1 is not JSON."), {what}, error.what());
    }
}

Json plainNumber(double value)
{
    if (value == std::floor(value) && std::abs(value) < kExactInDouble)
        return static_cast<std::int64_t>(value);
    return value;
}

std::string JsonNode::pathOf(std::string_view member) const
{
    return m_path.empty() ? std::string(member) : m_path + "." + std::string(member);
}

void JsonNode::expectMembers(std::span<const std::string_view> accepted) const
{
    if (!isObject())
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; an object is expected, with the members: %3."), {listed(accepted)});
    for (const auto& [member, value] : m_json->items()) {
        if (std::find(accepted.begin(), accepted.end(), member) != accepted.end())
            continue;
        if (isSecret(member)) // its value is not repeated
            fail(kPasswordRefused, {pathOf(member)});
        JsonNode(value, pathOf(member))
            .refuse(QT_TRANSLATE_NOOP("Engine", "%1 (%2) is not known here; accepted members: %3."), {listed(accepted)});
    }
}

void JsonNode::expectMembers(std::initializer_list<std::string_view> accepted) const
{
    expectMembers(std::span(accepted.begin(), accepted.size()));
}

bool JsonNode::has(std::string_view member) const
{
    if (!isObject())
        return false;
    const auto found = m_json->find(std::string(member));
    return found != m_json->end() && !found->is_null();
}

JsonNode JsonNode::operator[](std::string_view member) const
{
    if (!has(member))
        fail(QT_TRANSLATE_NOOP("Engine", "%1 must be given."), {pathOf(member)});
    return {*m_json->find(std::string(member)), pathOf(member)};
}

std::vector<JsonNode> JsonNode::items() const
{
    if (!isList())
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; a list is expected."), {});
    std::vector<JsonNode> nodes;
    for (std::size_t i = 0; i < m_json->size(); ++i)
        nodes.emplace_back((*m_json)[i], m_path + "[" + std::to_string(i) + "]");
    return nodes;
}

std::vector<JsonNode> JsonNode::levels() const
{
    if (!isList())
        return {*this};
    if (m_json->empty())
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; at least one level is expected, or leave the member out."), {});
    return items();
}

std::string JsonNode::text() const
{
    if (!isText())
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; a text is expected."), {});
    return m_json->get<std::string>();
}

std::string JsonNode::word() const
{
    std::string word = text();
    if (word.empty())
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is empty; a text is expected."), {});
    return word;
}

bool JsonNode::boolean() const
{
    if (!m_json->is_boolean())
        refuse("true, false");
    return m_json->get<bool>();
}

std::int64_t JsonNode::integer(std::int64_t least, std::int64_t most) const
{
    std::optional<std::int64_t> value;
    if (m_json->is_number_unsigned()) {
        if (const auto number = m_json->get<std::uint64_t>(); number <= static_cast<std::uint64_t>(INT64_MAX))
            value = static_cast<std::int64_t>(number);
    } else if (m_json->is_number_integer()) {
        value = m_json->get<std::int64_t>();
    } else if (m_json->is_number_float()) { // 1e6
        const double number = m_json->get<double>();
        if (number == std::floor(number) && std::abs(number) < kExactInDouble)
            value = static_cast<std::int64_t>(number);
    }
    if (!value || *value < least || *value > most)
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; accepted are whole numbers from %3 to %4."), {least, most});
    return *value;
}

std::uint64_t JsonNode::unsignedInteger() const
{
    if (!m_json->is_number_unsigned() && !(m_json->is_number_integer() && m_json->get<std::int64_t>() >= 0))
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; accepted are whole numbers from %3 to %4."),
               {std::int64_t{0}, std::to_string(UINT64_MAX)});
    return m_json->get<std::uint64_t>();
}

double JsonNode::number(double least, double most) const
{
    const double value = m_json->is_number() ? m_json->get<double>() : NAN;
    if (!(value >= least && value <= most))
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; accepted are numbers from %3 to %4."),
               {plainNumber(least).dump(), plainNumber(most).dump()});
    return value;
}

double JsonNode::positive(double most) const
{
    const double value = m_json->is_number() ? m_json->get<double>() : NAN;
    if (!(value > 0 && value <= most))
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; accepted are numbers above 0, up to %3."), {plainNumber(most).dump()});
    return value;
}

std::string JsonNode::oneOf(std::span<const std::string_view> accepted) const
{
    if (!isText() || std::find(accepted.begin(), accepted.end(), m_json->get_ref<const std::string&>()) == accepted.end())
        refuse(listed(accepted));
    return m_json->get<std::string>();
}

void JsonNode::refuse(const std::string& accepted) const
{
    refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; accepted: %3."), {accepted});
}

void JsonNode::refuse(const char* source, std::vector<Message::Argument> arguments) const
{
    std::vector<Message::Argument> all{m_path.empty() ? std::string("plan") : m_path, shown()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    fail(source, std::move(all));
}

std::string JsonNode::shown() const
{
    if (m_json->is_object())
        return "{…}";
    if (m_json->is_array())
        return m_json->empty() ? "[]" : "[…]";
    std::string text = m_json->dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() <= kMaxShown)
        return text;
    std::size_t end = kMaxShown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) // not within a UTF-8 sequence
        --end;
    return text.substr(0, end) + "…";
}

} // namespace keyrace
