// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/jsonnode.h"

#include <algorithm>

namespace keyrace {

namespace {

[[noreturn]] void fail(const char* source, std::vector<Message::Argument> arguments)
{
    throw Error(ErrorKind::BadInput, Message(source, std::move(arguments)));
}

std::vector<std::string> steps(std::string_view path)
{
    std::vector<std::string> steps;
    std::size_t begin = 0;
    while (true) {
        const std::size_t dot = path.find('.', begin);
        steps.emplace_back(path.substr(begin, dot == std::string_view::npos ? dot : dot - begin));
        if (steps.back().empty())
            fail(QT_TRANSLATE_NOOP("Engine", "\"%1\" is no path of a member; accepted are such as protocol.repeats or factors.key.0."),
                 {std::string(path)});
        if (dot == std::string_view::npos)
            return steps;
        begin = dot + 1;
    }
}

Json& item(Json& list, const std::string& step, const std::string& path)
{
    const bool number = step.size() <= 9 && std::all_of(step.begin(), step.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!number || std::stoul(step) >= list.size())
        fail(QT_TRANSLATE_NOOP("Engine", "%1: the list has no item %2; items are numbered from 0, and there are %3."),
             {path, step, static_cast<std::int64_t>(list.size())});
    return list[std::stoul(step)];
}

Json valueOf(std::string_view text)
{
    // What is no JSON is a text: --set target=sqlite:x.db
    return Json::accept(text.begin(), text.end()) ? parseJson(text, "The value") : Json(std::string(text));
}

} // namespace

void setMember(Json& plan, std::string_view path, std::string_view value)
{
    const std::string whole(path);
    Json* place = &plan;
    for (const std::string& step : steps(path)) {
        if (place->is_null()) // a member that the last step created
            *place = Json::object();
        if (place->is_array())
            place = &item(*place, step, whole);
        else if (place->is_object())
            place = &(*place)[step];
        else
            fail(QT_TRANSLATE_NOOP("Engine", "%1 leads nowhere: what stands before \"%2\" is %3, neither an object nor a list."),
                 {whole, step, JsonNode(*place, whole).shown()});
    }
    *place = valueOf(value);
}

} // namespace keyrace
