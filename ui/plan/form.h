// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/numberbox.h"
#include "ui/plan/plandraft.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QWidget>

#include <functional>
#include <optional>
#include <vector>

class QCheckBox;
class QFormLayout;
class QLabel;

namespace keyrace {

/// A piece of the panel that shows members of the draft. Main thread only.
class PlanWidget : public QWidget {
    Q_OBJECT

public:
    explicit PlanWidget(PlanDraft& draft, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_draft(draft)
    {
    }

    /// Shows what the draft holds now.
    virtual void refresh() = 0;
    /// Asks anew what the databases cannot do.
    virtual void refreshReasons() {}
    /// A button that stands beside the section's title; null where there is none.
    [[nodiscard]] virtual QWidget* headButton() const { return nullptr; }

protected:
    PlanDraft& m_draft;
};

/// One of several, each of which may be greyed with a reason. Does not turn under a wheel that scrolls the panel.
class ChoiceBox : public QComboBox {
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    void setTexts(const std::vector<QString>& texts);
    /// Empty: it can be chosen.
    void setReason(int index, const QString& reason);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

/// Offers words while something is typed; others may be typed as well.
void offerWords(QLineEdit& edit, const QStringList& words);

/// Labelled controls one below the other, each bound to a member by a reader and a writer.
class Form : public PlanWidget {
    Q_OBJECT

public:
    using Number = std::optional<double>;

    explicit Form(PlanDraft& draft, QWidget* parent = nullptr);

    NumberBox* addNumber(const QString& label, const NumberRange& range, std::function<Number()> read, std::function<void(Number)> write);
    ChoiceBox* addChoice(const QString& label, const std::vector<QString>& texts, std::function<int()> read, std::function<void(int)> write);
    QLineEdit* addText(const QString& label, const QString& absent, std::function<QString()> read, std::function<void(const QString&)> write);
    QCheckBox* addCheck(const QString& text, std::function<bool()> read, std::function<void(bool)> write);
    QLabel* addNote(std::function<QString()> read);
    /// A widget over the whole width.
    void addWide(QWidget* widget);
    /// A widget beside its label.
    void addField(const QString& label, QWidget* widget);
    /// Shown only while `when` holds.
    void showWhen(QWidget* field, std::function<bool()> when);
    void addRefresh(std::function<void()> refresh);

    void refresh() override;
    void refreshReasons() override;
    /// Runs where reasons are asked for.
    void addReasons(std::function<void()> reasons);

private:
    QFormLayout* m_layout;
    std::vector<std::function<void()>> m_refreshers;
    std::vector<std::function<void()>> m_reasons;
};

} // namespace keyrace
