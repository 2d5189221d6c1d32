// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/passwordasker.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

#include <future>
#include <map>

using namespace keyrace;

namespace {

const std::string kUrl = "postgresql://ann@127.0.0.1:5432/bench";

/// A keychain in memory: what is in it, and how it behaves.
struct Chain {
    bool answers = true;
    QString problem; ///< of writing
    std::map<QString, QString> kept;
    int reads = 0;
};

class MemoryKeychain final : public Keychain {
public:
    explicit MemoryKeychain(Chain& chain) : m_chain(chain) { }
    void read(const QString& key, std::function<void(const Found&)> done) override
    {
        ++m_chain.reads;
        const auto found = m_chain.kept.find(key);
        done({m_chain.answers, found == m_chain.kept.end() ? std::nullopt : std::optional(found->second)});
    }
    void write(const QString& key, const QString& password, std::function<void(const QString&)> done) override
    {
        if (m_chain.problem.isEmpty())
            m_chain.kept[key] = password;
        done(m_chain.problem);
    }

private:
    Chain& m_chain;
};

/// A window before which somebody sits, and somebody who connects on another thread.
struct Desk {
    Chain chain;
    QWidget window;
    PasswordAsker asker{std::make_unique<MemoryKeychain>(chain), &window};
    std::future<std::optional<std::string>> answer;

    Desk() { window.show(); }
    void connects()
    {
        answer = std::async(std::launch::async, [source = asker.source()] { return source.ask(kUrl); });
    }
    PasswordDialog* dialog()
    {
        return QTest::qWaitFor([this] { return window.findChild<PasswordDialog*>() != nullptr; }) ? window.findChild<PasswordDialog*>() : nullptr;
    }
    std::optional<std::string> answered()
    {
        return QTest::qWaitFor([this] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }) ? answer.get() : std::optional<std::string>("never");
    }
    void type(const QString& password, bool keep)
    {
        PasswordDialog* shown = dialog();
        QVERIFY(shown);
        QTest::keyClicks(shown->findChild<QLineEdit*>(), password);
        if (keep)
            QTest::keyClick(shown->findChild<QCheckBox*>(), Qt::Key_Space);
        QTest::keyClick(shown->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(window.findChild<PasswordDialog*>() == nullptr);
    }
};

} // namespace

class TestPasswordAsker : public QObject {
    Q_OBJECT

private slots:
    void whatIsTypedIsKnownFromThenOn()
    {
        Desk desk;
        QVERIFY(!desk.asker.source().known(kUrl));
        desk.connects();
        desk.type("s3cret", false);
        QCOMPARE(desk.answered(), std::optional<std::string>("s3cret"));
        QCOMPARE(desk.asker.source().known(kUrl), std::optional<std::string>("s3cret"));
        QVERIFY(desk.chain.kept.empty());
    }

    void theDialogNamesTheServerAndShowsNoPassword()
    {
        Desk desk;
        desk.connects();
        PasswordDialog* dialog = desk.dialog();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLineEdit*>()->echoMode(), QLineEdit::Password);
        QVERIFY(!dialog->findChildren<QLabel*>().isEmpty());
        QVERIFY(dialog->findChild<QLabel*>()->text().contains(QString::fromStdString(kUrl)));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QCOMPARE(desk.answered(), std::nullopt);
        QVERIFY(!desk.asker.source().known(kUrl));
    }

    void aPasswordIsKeptWhereThatIsWanted()
    {
        Desk desk;
        desk.connects();
        desk.type("s3cret", true);
        QCOMPARE(desk.answered(), std::optional<std::string>("s3cret"));
        QCOMPARE(desk.chain.kept[QString::fromStdString(kUrl)], QString("s3cret"));
    }

    void whatIsKeptIsNotAskedFor()
    {
        Desk desk;
        desk.chain.kept[QString::fromStdString(kUrl)] = "kept";
        desk.connects();
        QCOMPARE(desk.answered(), std::optional<std::string>("kept"));
        QVERIFY(desk.window.findChild<PasswordDialog*>() == nullptr);
        // The server has refused it: somebody is asked.
        desk.connects();
        desk.type("newer", false);
        QCOMPARE(desk.answered(), std::optional<std::string>("newer"));
    }

    void withoutAKeychainNothingIsPromised()
    {
        Desk desk;
        desk.chain.answers = false;
        desk.connects();
        QVERIFY(desk.dialog());
        QVERIFY(desk.dialog()->findChild<QCheckBox*>() == nullptr);
        desk.type("s3cret", false);
        QCOMPARE(desk.answered(), std::optional<std::string>("s3cret"));
    }

    void aKeychainThatRefusesIsTold()
    {
        Desk desk;
        desk.chain.problem = "locked";
        QSignalSpy told(&desk.asker, &PasswordAsker::notKept);
        desk.connects();
        desk.type("s3cret", true);
        QCOMPARE(desk.answered(), std::optional<std::string>("s3cret"));
        QCOMPARE(told.count(), 1);
        QCOMPARE(told.front().front().toString(), QString("locked"));
    }

    void nobodyWaitsForAWindowThatCloses()
    {
        Desk desk;
        desk.connects();
        QVERIFY(desk.dialog());
        desk.asker.close();
        QCOMPARE(desk.answered(), std::nullopt);
        QCOMPARE(desk.asker.source().ask(kUrl), std::nullopt); // at once
    }

    void theSystemsKeychainNeverHangs()
    {
        bool isOver = false;
        const auto keychain = systemKeychain();
        keychain->read(QString::fromStdString(kUrl), [&](const Keychain::Found& found) {
            isOver = true;
            QVERIFY(!found.password);
        });
        QTRY_VERIFY_WITH_TIMEOUT(isOver, 4'000);
    }
};

QTEST_MAIN(TestPasswordAsker)
#include "tst_passwordasker.moc"
