// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QLineEdit>

#include <optional>

namespace keyrace {

/// What a number may be.
struct NumberRange {
    double minimum = 0;
    double maximum = 0;
    bool whole = true;
    QString absent = {}; ///< shown where nothing is typed; without it a number must be given
};

/// Marks an entry that no plan can hold, in words; an empty `problem` takes the mark away.
void setProblem(QLineEdit& edit, const QString& problem);
[[nodiscard]] QString problemOf(const QLineEdit& edit);

/// A number in the user's locale with thousands separators; up and down step it, "200k" and "1M" are understood. What is
/// out of range stays visible, marked, and is not passed on.
class NumberBox : public QLineEdit {
    Q_OBJECT

public:
    explicit NumberBox(const NumberRange& range, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<double> value() const { return m_value; }
    /// Leaves alone what is being typed when it means the same.
    void show(std::optional<double> value);
    [[nodiscard]] QString shownNumber(double value) const;

signals:
    void valueEdited(std::optional<double> value);
    void problemChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void typed(const QString& text);
    void step(int direction);
    void write(std::optional<double> value);
    [[nodiscard]] QString rangeText() const;

    NumberRange m_range;
    std::optional<double> m_value;
};

/// A locale's number, or with k, M or G behind it.
[[nodiscard]] std::optional<double> numberFromText(const QString& text);

} // namespace keyrace
