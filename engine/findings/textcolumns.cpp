// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/textcolumns.h"

#include <QtCore/QString>

#include <algorithm>
#include <numeric>

namespace keyrace {

namespace {

constexpr int kGap = 2;
constexpr int kNarrowest = 6;

// As terminals count: combining marks take no column, East Asian wide characters and pictures two.
int columnsOf(char32_t c)
{
    const QChar::Category category = QChar::category(c);
    if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format)
        return 0;
    const bool isWide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF)
                        || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x3FFFD);
    return isWide ? 2 : 1;
}

int columnsOf(const std::string& text)
{
    int columns = 0;
    for (const char32_t c : QString::fromStdString(text).toStdU32String())
        columns += columnsOf(c);
    return columns;
}

std::string cut(const std::string& text, int width)
{
    if (columnsOf(text) <= width)
        return text;
    std::u32string kept;
    int columns = 1; // the ellipsis
    for (const char32_t c : QString::fromStdString(text).toStdU32String()) {
        columns += columnsOf(c);
        if (columns > width)
            break;
        kept += c;
    }
    return (QString::fromStdU32String(kept) + QChar(0x2026)).toStdString();
}

std::string onOneLine(std::string text)
{
    std::replace_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return text;
}

} // namespace

TextColumns::TextColumns(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
}

void TextColumns::add(std::vector<std::string> line)
{
    line.resize(m_columns.size());
    for (std::string& text : line)
        text = onOneLine(std::move(text));
    m_lines.push_back(std::move(line));
}

std::vector<int> TextColumns::widths(int width) const
{
    std::vector<int> widths(m_columns.size(), 0);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        for (const std::vector<std::string>& line : m_lines)
            widths[i] = std::max(widths[i], columnsOf(line[i]));
        if (widths[i] > 0)
            widths[i] = std::max(widths[i], columnsOf(m_columns[i].title));
    }
    const auto shown = std::count_if(widths.begin(), widths.end(), [](int columns) { return columns > 0; });
    int excess = std::accumulate(widths.begin(), widths.end(), 0) + kGap * static_cast<int>(shown - 1) - width;
    while (excess > 0) {
        int* widest = nullptr;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (!m_columns[i].isFigure && widths[i] > kNarrowest && (!widest || widths[i] > *widest))
                widest = &widths[i];
        }
        if (!widest)
            break;
        --*widest;
        --excess;
    }
    return widths;
}

std::string TextColumns::text(int width) const
{
    if (m_lines.empty())
        return {};
    const std::vector<int> columns = widths(width);
    std::vector<std::string> titles;
    for (const Column& column : m_columns)
        titles.push_back(column.title);
    std::string text;
    const auto write = [&](const std::vector<std::string>& line) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (columns[i] == 0)
                continue;
            const std::string field = m_columns[i].isFigure ? line[i] : cut(line[i], columns[i]);
            const std::string filling(static_cast<std::size_t>(std::max(0, columns[i] - columnsOf(field))), ' ');
            row += m_columns[i].isFigure ? filling + field : field + filling;
            row += std::string(kGap, ' ');
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + '\n';
    };
    write(titles);
    for (const std::vector<std::string>& line : m_lines)
        write(line);
    return text;
}

} // namespace keyrace
