// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/message.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtCore/QStringList>

namespace keyrace {

namespace {

QString shown(const Message::Argument& argument, const QLocale& locale)
{
    if (const auto* text = std::get_if<std::string>(&argument))
        return QString::fromStdString(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&argument))
        return locale.toString(static_cast<qlonglong>(*whole));
    if (const auto* fixed = std::get_if<Message::Fixed>(&argument))
        return locale.toString(fixed->value, 'f', fixed->decimals);
    return locale.toString(std::get<double>(argument), 'g', 4);
}

// Replaces %1 … %9 in one pass, so that a value which itself contains "%2" is left as it is.
QString filled(const QString& text, const std::vector<Message::Argument>& arguments, const QLocale& locale)
{
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int digit = text[i] == u'%' && i + 1 < text.size() ? text[i + 1].digitValue() : -1;
        if (digit < 1 || static_cast<std::size_t>(digit) > arguments.size()) {
            result += text[i];
            continue;
        }
        result += shown(arguments[static_cast<std::size_t>(digit - 1)], locale);
        ++i;
    }
    return result;
}

// The full stop of our sentence makes room for the colon.
std::string followedBy(std::string text, const std::string& detail)
{
    if (detail.empty())
        return text;
    if (text.ends_with('.'))
        text.pop_back();
    return text + ": " + detail;
}

} // namespace

Message::Message(const char* source, std::vector<Argument> arguments)
    : m_source(source)
    , m_arguments(std::move(arguments))
{
}

Message Message::verbatim(std::string text)
{
    Message message;
    message.m_source = std::move(text);
    message.m_verbatim = true;
    return message;
}

Message Message::withDetail(std::string words) const
{
    Message message = *this;
    message.m_detail = std::move(words);
    return message;
}

Message Message::joined(std::vector<Message> parts, std::string separator)
{
    std::erase_if(parts, [](const Message& part) { return part.isEmpty(); });
    if (parts.size() == 1)
        return std::move(parts.front());
    Message message;
    if (!parts.empty())
        message.m_source = std::move(separator);
    message.m_parts = std::move(parts);
    return message;
}

std::string Message::english() const
{
    if (!m_parts.empty()) {
        std::string text = m_parts.front().english();
        for (std::size_t i = 1; i < m_parts.size(); ++i)
            text += m_source + m_parts[i].english();
        return followedBy(text, m_detail);
    }
    if (m_verbatim)
        return followedBy(m_source, m_detail);
    QLocale plain = QLocale::c();
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    return followedBy(filled(QString::fromStdString(m_source), m_arguments, plain).toStdString(), m_detail);
}

QString Message::translated() const
{
    const auto whole = [this](const QString& text) { return QString::fromStdString(followedBy(text.toStdString(), m_detail)); };
    if (!m_parts.empty()) {
        QStringList texts;
        for (const Message& part : m_parts)
            texts << part.translated();
        return whole(texts.join(QString::fromStdString(m_source)));
    }
    if (m_verbatim)
        return whole(QString::fromStdString(m_source));
    return whole(filled(QCoreApplication::translate("Engine", m_source.c_str()), m_arguments, QLocale()));
}

} // namespace keyrace
