// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/passwordasker.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <future>
#include <map>
#include <mutex>
#include <vector>

namespace keyrace {

struct PasswordAsker::Question {
    QString url;
    std::promise<std::optional<std::string>> answer;
};

/// Shared with those who ask.
struct PasswordAsker::State {
    std::mutex mutex;
    PasswordAsker* asker = nullptr;                  ///< null once it answers no more; guarded by mutex, as all
    std::map<std::string, std::string> answers;      ///< by URL
    std::vector<std::shared_ptr<Question>> questions; ///< not answered yet
};

PasswordDialog::PasswordDialog(const QString& server, bool canKeep, QWidget* parent)
    : QDialog(parent)
    , m_password(new QLineEdit(this))
{
    setWindowTitle(tr("Password"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 18);
    layout->setSpacing(10);
    auto* label = new QLabel(tr("&Password for %1").arg(server), this);
    label->setWordWrap(true);
    label->setMinimumWidth(360);
    label->setBuddy(m_password);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setAccessibleName(tr("Password"));
    layout->addWidget(label);
    layout->addWidget(m_password);
    if (canKeep) {
        m_keep = new QCheckBox(tr("&Keep it in the system's keychain"), this);
        layout->addWidget(m_keep);
    } else {
        auto* without = new QLabel(tr("No keychain answers here: it is asked for again after the next start."), this);
        without->setProperty("muted", true);
        without->setWordWrap(true);
        layout->addWidget(without);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString PasswordDialog::password() const
{
    return m_password->text();
}

bool PasswordDialog::isToBeKept() const
{
    return m_keep != nullptr && m_keep->isChecked();
}

PasswordAsker::PasswordAsker(std::unique_ptr<Keychain> keychain, QWidget* window)
    : m_keychain(std::move(keychain))
    , m_window(window)
    , m_state(std::make_shared<State>())
{
    m_state->asker = this;
}

PasswordAsker::~PasswordAsker()
{
    close();
}

void PasswordAsker::close()
{
    std::vector<std::shared_ptr<Question>> open;
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->asker = nullptr;
        open.swap(m_state->questions);
    }
    for (const auto& question : open)
        question->answer.set_value(std::nullopt);
}

PasswordSource PasswordAsker::source() const
{
    const auto known = [state = m_state](const std::string& url) -> std::optional<std::string> {
        const std::lock_guard lock(state->mutex);
        const auto found = state->answers.find(url);
        return found == state->answers.end() ? std::nullopt : std::optional(found->second);
    };
    const auto ask = [state = m_state](const std::string& url) {
        const auto question = std::make_shared<Question>();
        question->url = QString::fromStdString(url);
        auto answer = question->answer.get_future();
        {
            const std::lock_guard lock(state->mutex);
            if (state->asker == nullptr)
                return std::optional<std::string>();
            state->questions.push_back(question);
            QMetaObject::invokeMethod(state->asker, [asker = state->asker, question] { asker->lookUp(question); }, Qt::QueuedConnection);
        }
        return answer.get();
    };
    return {known, ask};
}

void PasswordAsker::lookUp(const std::shared_ptr<Question>& question)
{
    m_keychain->read(question->url, [asker = QPointer(this), question](const Keychain::Found& found) {
        if (!asker)
            return;
        const bool isNew = !asker->m_lookedUp.contains(question->url);
        asker->m_lookedUp.insert(question->url);
        if (found.password && isNew)
            asker->answer(question, found.password);
        else
            asker->show(question, found.answers);
    });
}

void PasswordAsker::show(const std::shared_ptr<Question>& question, bool canKeep)
{
    auto* dialog = new PasswordDialog(question->url, canKeep, m_window);
    connect(dialog, &QDialog::finished, this, [this, dialog, question](int result) {
        if (result != QDialog::Accepted)
            return answer(question, std::nullopt);
        if (dialog->isToBeKept())
            m_keychain->write(question->url, dialog->password(), [asker = QPointer(this)](const QString& problem) {
                if (asker && !problem.isEmpty())
                    emit asker->notKept(problem);
            });
        answer(question, dialog->password());
    });
    dialog->open();
}

void PasswordAsker::answer(const std::shared_ptr<Question>& question, const std::optional<QString>& password)
{
    const auto text = password ? std::optional(password->toStdString()) : std::nullopt;
    {
        const std::lock_guard lock(m_state->mutex);
        const auto open = std::find(m_state->questions.begin(), m_state->questions.end(), question);
        if (open == m_state->questions.end())
            return;
        m_state->questions.erase(open);
        if (text)
            m_state->answers[question->url.toStdString()] = *text;
    }
    question->answer.set_value(text);
}

} // namespace keyrace
