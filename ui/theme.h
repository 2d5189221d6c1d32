// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QColor>
#include <QtGui/QFont>
#include <QtGui/QPalette>

#include <string_view>

namespace keyrace {

/// Every colour and font of the window, in one place; light or dark. A value.
class Theme {
public:
    enum class Mode { Light, Dark };

    explicit Theme(Mode mode);
    /// As the desktop says: its portal's colour scheme, else the palette the platform came with.
    static Mode systemMode();

    [[nodiscard]] Mode mode() const { return m_mode; }

    QColor background; ///< of the window
    QColor surface;    ///< of cards and panels
    QColor border;
    QColor text;
    QColor mutedText;
    QColor grid;       ///< lines in charts
    QColor accent;
    QColor onAccent;   ///< text on the accent
    QColor good;
    QColor warning;
    QColor bad;

    [[nodiscard]] QColor disabledText() const;
    /// Behind what is chosen or under the pointer.
    [[nodiscard]] QColor accentTint() const;
    /// A key type keeps its colour everywhere; from its place in the registry, safe for the colour-blind (Okabe–Ito).
    [[nodiscard]] QColor keyColor(std::string_view keyType) const;
    /// Perceptually even (viridis), `position` 0–1.
    [[nodiscard]] QColor heat(double position) const;
    /// Black or white, whichever reads better on `background`.
    [[nodiscard]] static QColor readableOn(const QColor& background);
    [[nodiscard]] QPalette palette() const;
    /// For the whole application. Widgets ask for a look by dynamic properties: `primary`, `danger`, `plain` (buttons);
    /// `card`, `panel` (frames); `title`, `section`, `muted`, `warning`, `bad` (labels); `compact` (combo boxes, line edits).
    [[nodiscard]] QString styleSheet() const;
    [[nodiscard]] QFont font(double points, QFont::Weight weight = QFont::Normal) const;

private:
    Mode m_mode;
};

} // namespace keyrace
