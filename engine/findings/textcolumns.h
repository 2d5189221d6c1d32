// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace keyrace {

/// Lines in columns for a terminal: figures to the right, words to the left, widths counted as a terminal shows them (a
/// Hangul syllable takes two). A value.
class TextColumns {
public:
    struct Column {
        std::string title;
        bool isFigure = false; ///< never cut short
    };
    static constexpr int kUnlimited = 1 << 20;

    explicit TextColumns(std::vector<Column> columns);
    /// One text a column, at most one line each.
    void add(std::vector<std::string> line);
    /// The widest columns of words are cut, down to a few characters each, until a line fits into `width`. Columns without
    /// any text are left out.
    [[nodiscard]] std::string text(int width) const;

private:
    [[nodiscard]] std::vector<int> widths(int width) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_lines;
};

} // namespace keyrace
