// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>
#include <QtCore/QtGlobal>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace keyrace {

/// A sentence for a person, kept apart from the language in which it will be shown: the source text with %1 … %9, and
/// the values that stand there. The window shows translated(), files and `--format json` hold english().
/// Written as Message(QT_TRANSLATE_NOOP("Engine", "…%1…"), {value}), so that lupdate finds the source text.
/// Sentences of the engine are worded so that no plural has to agree ("repeats: 7"). A value; any thread.
class Message {
public:
    /// A number with so many decimals, zeros included.
    struct Fixed {
        double value = 0;
        int decimals = 0;

        friend bool operator==(const Fixed&, const Fixed&) = default;
    };
    /// Numbers are formatted when shown: in the user's locale by translated(), plain by english().
    using Argument = std::variant<std::string, std::int64_t, double, Fixed>;

    Message() = default;
    explicit Message(const char* source, std::vector<Argument> arguments = {});

    /// Words that are never translated: a server's answer, a path, a text read back from a run file.
    static Message verbatim(std::string text);

    /// The same, followed by words that are not translated: "… : database is locked". Empty words add nothing.
    [[nodiscard]] Message withDetail(std::string words) const;

    /// Several sentences in a row, each translated by itself; empty ones are left out.
    static Message joined(std::vector<Message> parts, std::string separator = "; ");

    [[nodiscard]] bool isEmpty() const { return m_source.empty() && m_parts.empty(); }
    [[nodiscard]] std::string english() const;
    [[nodiscard]] QString translated() const;

    friend bool operator==(const Message&, const Message&) = default;

private:
    std::string m_source;
    std::vector<Argument> m_arguments;
    std::string m_detail;
    std::vector<Message> m_parts; ///< of a joined one; m_source is the separator then
    bool m_verbatim = false;
};

} // namespace keyrace
