// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/testservers.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

using namespace keyrace;
using namespace keyrace::test;

namespace {

/// keyrace on a terminal of its own.
class AtTerminal {
public:
    explicit AtTerminal(const std::vector<std::string>& arguments)
    {
        m_process = forkpty(&m_terminal, nullptr, nullptr, nullptr);
        if (m_process != 0)
            return;
        std::vector<char*> words{const_cast<char*>(KEYRACE_PROGRAM)};
        for (const std::string& argument : arguments)
            words.push_back(const_cast<char*>(argument.c_str()));
        words.push_back(nullptr);
        execv(KEYRACE_PROGRAM, words.data());
        _exit(127);
    }
    ~AtTerminal()
    {
        if (m_process > 0)
            kill(m_process, SIGKILL);
        close(m_terminal);
    }
    AtTerminal(const AtTerminal&) = delete;
    AtTerminal& operator=(const AtTerminal&) = delete;

    [[nodiscard]] const QString& shown() const { return m_screen; }
    /// What stands on the screen, once these words do or the program has ended.
    const QString& screen(const QString& words = {})
    {
        char part[4'096];
        ssize_t size = 0;
        while ((words.isEmpty() || !m_screen.contains(words)) && (size = read(m_terminal, part, sizeof part)) > 0)
            m_screen += QString::fromUtf8(part, static_cast<int>(size));
        return m_screen;
    }
    void type(const std::string& text)
    {
        if (write(m_terminal, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            qFatal("the terminal takes nothing");
    }
    /// As waitpid() tells it.
    int end()
    {
        (void)screen();
        int status = -1;
        waitpid(std::exchange(m_process, -1), &status, 0);
        return status;
    }
    [[nodiscard]] bool echoes() const
    {
        termios state{};
        tcgetattr(m_terminal, &state);
        return (state.c_lflag & ECHO) != 0;
    }

private:
    int m_terminal = -1;
    pid_t m_process = -1;
    QString m_screen;
};

} // namespace

/// Passwords, as somebody at a terminal is asked for them.
class TestPasswordPrompt : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCOMPARE(chmod(m_folder.path().toStdString().c_str(), 0755), 0);
        qunsetenv("KEYRACE_PASSWORD");
        qputenv("HOME", m_folder.path().toUtf8());
    }
    void theAnswerLetsTheUserIn_data() { serverRows(); }
    void theAnswerLetsTheUserIn()
    {
        QFETCH(const QString, server);
        PrivateServer& there = m_servers.server(server.toStdString());
        AtTerminal keyrace({"target", there.url()});
        QVERIFY2(keyrace.screen("Password for").contains("Password for"), qPrintable(keyrace.shown()));
        QVERIFY(!keyrace.echoes());
        keyrace.type(there.password() + "\n");
        QCOMPARE(keyrace.end(), 0);
        QVERIFY2(keyrace.shown().contains("Durability"), qPrintable(keyrace.shown()));
        QVERIFY(!keyrace.shown().contains(QString::fromStdString(there.password())));
        QVERIFY(keyrace.echoes());
    }

    void aWrongAnswerIsTold_data() { serverRows(); }
    void aWrongAnswerIsTold()
    {
        QFETCH(const QString, server);
        AtTerminal keyrace({"target", m_servers.server(server.toStdString()).url()});
        (void)keyrace.screen("Password for");
        keyrace.type("wr0ng\n");
        const int status = keyrace.end();
        QVERIFY2(WIFEXITED(status) && WEXITSTATUS(status) == 3, qPrintable(keyrace.shown()));
        QVERIFY2(keyrace.shown().contains("did not let the user in") && !keyrace.shown().contains("wr0ng"), qPrintable(keyrace.shown()));
    }

    void anInterruptLeavesTheTerminalAsItWas()
    {
        AtTerminal keyrace({"target", m_servers.server("postgresql").url()});
        (void)keyrace.screen("Password for");
        keyrace.type("\x03");
        const int status = keyrace.end();
        QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
        QVERIFY(keyrace.echoes());
    }

    void aRunAsksOnceForEachServer()
    {
        PrivateServer& there = m_servers.server("postgresql");
        AtTerminal keyrace({"run", "quick-look", "--target", there.url(), "--yes", "--quiet", "-o", m_folder.filePath("run.keyrace").toStdString(), "--set",
                            R"(factors={"key": ["uuidv7"]})", "--set", R"(workload={"kind": "load", "rows": 100})", "--set", R"(protocol={"repeats": 1, "trim": 0})"});
        (void)keyrace.screen("Password for");
        keyrace.type(there.password() + "\n");
        const int status = keyrace.end();
        QVERIFY2(WIFEXITED(status) && WEXITSTATUS(status) == 0, qPrintable(keyrace.shown()));
        QCOMPARE(keyrace.shown().count("Password for"), 1);
    }

private:
    static void serverRows()
    {
        QTest::addColumn<QString>("server");
        QTest::newRow("PostgreSQL") << "postgresql";
        QTest::newRow("MariaDB") << "mariadb";
    }

    QTemporaryDir m_folder;
    TestServers m_servers{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(TestPasswordPrompt)
#include "tst_passwordprompt.moc"
