// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QtCore/QString>

#include <utility>
#include <vector>

// Outside any namespace, as the macro demands: a static library's resources are linked only where somebody asks for them.
static void initialiseThemeResources()
{
    Q_INIT_RESOURCE(theme);
}

namespace keyrace {

namespace {

// Dynamic properties that widgets set: primary (button), danger (button), card (frame), muted, section, title (labels),
// plain (tool button without border or button that looks like text).
constexpr auto kStyle = R"(
QMainWindow, QDialog { background: @background; }
QToolTip { background: @surface; color: @text; border: 1px solid @border; padding: 6px 8px; }

QFrame[card="true"], QWidget[card="true"] { background: @surface; border: 1px solid @border; border-radius: 10px; }
QWidget[panel="true"] { background: @surface; border: none; }
QLabel { background: transparent; border: none; }
QLabel[muted="true"] { color: @muted; }
QLabel[warning="true"] { color: @warning; }
QLabel[bad="true"] { color: @bad; }
QLabel[section="true"] { color: @muted; font-weight: 600; }
QLabel[title="true"] { font-weight: 600; }

QPushButton { background: @surface; color: @text; border: 1px solid @strong; border-radius: 6px; padding: 5px 14px; min-height: 18px; }
QPushButton:hover { border-color: @muted; }
QPushButton:pressed { background: @background; }
QPushButton:focus { border-color: @accent; }
QPushButton:checked { background: @tint; border-color: @accent; }
QPushButton:disabled { color: @disabled; border-color: @border; }
QPushButton[primary="true"] { background: @accent; color: @onAccent; border-color: @accent; font-weight: 600; }
QPushButton[primary="true"]:hover { background: @accentHover; border-color: @accentHover; }
QPushButton[primary="true"]:pressed { background: @accentDown; }
QPushButton[primary="true"]:focus { border-color: @text; }
QPushButton[primary="true"]:disabled { background: @border; color: @disabled; border-color: @border; }
QPushButton[danger="true"] { color: @bad; }
QPushButton[plain="true"] { border: 1px solid transparent; background: transparent; padding: 5px 8px; }
QPushButton[plain="true"]:hover { background: @tint; }
QPushButton[plain="true"]:focus { border-color: @accent; }
QPushButton::menu-indicator { image: url(:/theme/down.svg); width: 12px; subcontrol-position: right center; right: 6px; }

QToolButton { background: transparent; color: @muted; border: 1px solid transparent; border-radius: 6px; padding: 3px 6px; }
QToolButton[compact="true"] { padding: 1px 7px; }
QToolButton:hover { background: @tint; color: @text; }
QToolButton:focus { border-color: @accent; }
QToolButton:checked { background: @tint; color: @text; }
QToolButton:disabled { color: @disabled; }
QToolButton::menu-indicator { image: none; }

QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QCheckBox:disabled, QRadioButton:disabled { color: @disabled; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @control; background: @surface; }
QCheckBox::indicator, QGroupBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover, QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: @accent; }
QCheckBox:focus, QRadioButton:focus { color: @accent; }
QCheckBox::indicator:checked, QCheckBox::indicator:indeterminate, QRadioButton::indicator:checked { background: @accent; border-color: @accent; }
QCheckBox::indicator:checked { image: url(:/theme/check.svg); }
QCheckBox::indicator:indeterminate { image: url(:/theme/partial.svg); }
QRadioButton::indicator:checked { image: url(:/theme/dot.svg); }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: @border; background: @background; }
QCheckBox::indicator:checked:disabled, QRadioButton::indicator:checked:disabled { background: @control; border-color: @control; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit { background: @surface; color: @text; border: 1px solid @strong; border-radius: 6px; selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { padding: 3px 8px; min-height: 20px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus { border-color: @accent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @disabled; border-color: @border; background: @background; }
QLineEdit[compact="true"] { border-color: transparent; background: transparent; padding: 1px 4px; min-height: 18px; font-weight: 600; }
QLineEdit[compact="true"]:hover { border-color: @strong; }
QLineEdit[compact="true"]:focus { border-color: @accent; background: @surface; }
QLineEdit[bad="true"], QSpinBox[bad="true"] { border-color: @bad; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/theme/down.svg); width: 12px; height: 12px; }
QComboBox[compact="true"] { border-color: transparent; background: transparent; color: @muted; padding: 1px 4px; min-height: 18px; }
QComboBox[compact="true"]:hover { border-color: @strong; color: @text; }
QComboBox[compact="true"]:focus { border-color: @accent; }
QComboBox QAbstractItemView { background: @surface; color: @text; border: 1px solid @border; outline: none; padding: 4px; selection-background-color: @tint; selection-color: @text; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right; width: 18px; border: none; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right; width: 18px; border: none; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/theme/up.svg); width: 10px; height: 10px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/theme/down.svg); width: 10px; height: 10px; }

QTabWidget::pane { border: none; border-top: 1px solid @border; top: -1px; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent; padding: 7px 12px; margin-right: 6px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; font-weight: 600; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent; }
QTabBar::tab:disabled { color: @disabled; }

QProgressBar { background: @track; border: none; border-radius: 4px; min-height: 8px; max-height: 8px; text-align: center; color: transparent; }
QProgressBar::chunk { background: @accent; border-radius: 4px; }

QScrollArea, QAbstractScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; margin: 2px; }
QScrollBar:horizontal { height: 10px; margin: 2px; }
QScrollBar::handle { background: @strong; border-radius: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }

QTableView, QTreeView, QListView { background: @surface; color: @text; border: 1px solid @border; border-radius: 8px; gridline-color: @grid; outline: none; selection-background-color: @tint; selection-color: @text; alternate-background-color: @background; }
QTableView::item, QTreeView::item, QListView::item { border: none; padding: 4px 8px; }
QHeaderView { background: transparent; border: none; }
QHeaderView::section { background: @surface; color: @muted; border: none; border-bottom: 1px solid @border; padding: 6px 8px; }
QTableCornerButton::section { background: @surface; border: none; }

QMenuBar { background: @surface; color: @text; border-bottom: 1px solid @border; }
QMenuBar::item { background: transparent; padding: 5px 10px; }
QMenuBar::item:selected { background: @tint; border-radius: 6px; }
QMenu { background: @surface; color: @text; border: 1px solid @border; padding: 5px; }
QMenu::item { padding: 5px 22px 5px 14px; border-radius: 5px; }
QMenu::item:selected { background: @tint; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @border; margin: 5px 8px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 4px; }

QGroupBox { border: 1px solid @border; border-radius: 8px; margin-top: 10px; padding-top: 8px; }
QGroupBox::title { subcontrol-origin: margin; left: 10px; padding: 0 4px; color: @muted; }
QSplitter::handle { background: transparent; }
QStatusBar { background: @surface; color: @muted; border-top: 1px solid @border; }
QStatusBar::item { border: none; }
QSlider::groove:horizontal { background: @track; height: 6px; border-radius: 3px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 3px; }
QSlider::handle:horizontal { background: @accent; width: 14px; height: 14px; margin: -4px 0; border-radius: 7px; }
)";

} // namespace

QString Theme::styleSheet() const
{
    initialiseThemeResources();
    const bool dark = m_mode == Mode::Dark;
    // Longer names before those they begin with: @accentHover before @accent.
    const std::vector<std::pair<const char*, QColor>> places{
        {"@background", background},
        {"@surface", surface},
        {"@border", border},
        {"@strong", QColor(dark ? 0xff3d4550 : 0xffd3dae3)},
        {"@control", QColor(dark ? 0xff6b7683 : 0xff9aa6b8)},
        {"@track", QColor(dark ? 0xff2a3038 : 0xffe9edf3)},
        {"@text", text},
        {"@muted", mutedText},
        {"@disabled", disabledText()},
        {"@grid", grid},
        {"@tint", accentTint()},
        {"@accentHover", dark ? accent.lighter(112) : accent.darker(112)},
        {"@accentDown", accent.darker(125)},
        {"@accent", accent},
        {"@onAccent", onAccent},
        {"@warning", warning},
        {"@bad", bad},
    };
    QString sheet = QString::fromLatin1(kStyle);
    for (const auto& [place, colour] : places)
        sheet.replace(QLatin1String(place), colour.name());
    return sheet;
}

} // namespace keyrace
