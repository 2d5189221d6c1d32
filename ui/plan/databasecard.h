// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"
#include "ui/plan/targetcheck.h"
#include "ui/plan/addressparts.h"

#include <QtWidgets/QAbstractButton>

#include <set>

class QTimer;
class QToolButton;

namespace keyrace {

/// The head of a database's card: a dot for its state, its name, and what matters of its settings.
class DatabaseHead : public QAbstractButton {
    Q_OBJECT

public:
    enum class State { Unknown, Good, Bad };

    explicit DatabaseHead(const Theme& theme, QWidget* parent = nullptr);

    void show(const QString& title, const QString& detail, State state, const QString& stateText);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QRect detailRect(int width) const;

    const Theme& m_theme;
    QString m_detail;
    State m_state = State::Unknown;
};

/// One database of the plan, and below its head, once opened, everything that can be said of it. Main thread only: the
/// database itself is reached by TargetCheck.
class DatabaseCard : public PlanWidget {
    Q_OBJECT

public:
    static constexpr int kSandbox = -1;

    /// `slot`: the place among the plan's targets, or kSandbox.
    DatabaseCard(PlanDraft& draft, int slot, QWidget* parent = nullptr);

    void refresh() override;
    void refreshReasons() override;
    [[nodiscard]] bool isOpen() const { return m_head->isChecked(); }
    void setOpen(bool open) { m_head->setChecked(open); }

private:
    enum class Kind { PrivateFile, File, Server, PrivateServer };

    void build();
    void buildFile(Form& form);
    void buildOptions(Form& form);
    void buildPrivateServer(Form& form);
    void buildCheck(Form& form);
    void refreshHead();
    [[nodiscard]] Kind kind() const;
    void setKind(Kind kind);
    [[nodiscard]] std::string url() const;
    void setUrl(const std::string& url);
    [[nodiscard]] AddressParts::Options options() const;
    void setOptions(const AddressParts::Options& options);
    [[nodiscard]] bool isEmbedded() const { return kind() == Kind::PrivateFile || kind() == Kind::File; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString detail() const;

    int m_slot;
    DatabaseHead* m_head;
    Form* m_form;
    QLineEdit* m_address = nullptr;
    QToolButton* m_checkButton = nullptr;
    TargetCheck m_check;
    QTimer* m_seconds;
    std::string m_checkedUrl;
    std::optional<TargetInfo> m_info;
    QString m_problem;
};

} // namespace keyrace
