// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/targets/connector.h"
#include "engine/targets/interrupt.h"
#include "engine/targets/password.h"

#include <QtTest/QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

using namespace keyrace;

namespace {

using Clock = std::chrono::steady_clock;

/// A port of this machine on which somebody listens and never says a word. With `isFull`, further connections are not even
/// accepted: their packets are swallowed.
class SilentServer {
public:
    explicit SilentServer(bool isFull = false)
        : m_socket(::socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in address = loopback(0);
        socklen_t size = sizeof address;
        if (bind(m_socket, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(m_socket, isFull ? 0 : 16) != 0)
            qFatal("no port to listen on");
        getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size);
        m_port = ntohs(address.sin_port);
        // The queue of a listener that accepts nothing takes one more than its length.
        for (int i = 0; isFull && i < 2; ++i) {
            m_fillers[i] = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
            address = loopback(m_port);
            (void)::connect(m_fillers[i], reinterpret_cast<sockaddr*>(&address), sizeof address);
        }
    }
    ~SilentServer()
    {
        close(m_socket);
        for (const int filler : m_fillers) {
            if (filler >= 0)
                close(filler);
        }
    }
    SilentServer(const SilentServer&) = delete;
    SilentServer& operator=(const SilentServer&) = delete;

    [[nodiscard]] int port() const { return m_port; }

private:
    static sockaddr_in loopback(int port)
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return address;
    }

    int m_socket;
    int m_port = 0;
    int m_fillers[2] = {-1, -1};
};

ErrorKind kindOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error.kind();
    }
    throw std::runtime_error("nothing failed");
}

} // namespace

class TestConnecting : public QObject {
    Q_OBJECT

private slots:
    void cancelIsHeardWhileNobodyAnswers_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("isFull");
        for (const bool isFull : {false, true}) {
            const char* how = isFull ? "packets are swallowed" : "nothing is answered";
            QTest::addRow("PostgreSQL, %s", how) << "postgresql://somebody@127.0.0.1:%1/somewhere" << isFull;
            QTest::addRow("MySQL, %s", how) << "mysql://somebody@127.0.0.1:%1/somewhere" << isFull;
        }
    }
    void cancelIsHeardWhileNobodyAnswers()
    {
        QFETCH(const QString, url);
        QFETCH(const bool, isFull);
        const SilentServer server(isFull);
        std::stop_source stop;
        ConnectorContext context;
        context.stop = stop.get_token();
        const auto target = makeConnector(url.arg(server.port()).toStdString(), context);
        std::atomic<Clock::rep> asked{0};
        const std::jthread somebody([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300)); // until it waits for the network
            asked = Clock::now().time_since_epoch().count();
            stop.request_stop();
        });
        QCOMPARE(kindOf([&] { (void)target->describe(); }), ErrorKind::Cancelled);
        const auto took = Clock::now().time_since_epoch() - Clock::duration(asked);
        QVERIFY2(asked != 0 && took < std::chrono::milliseconds(200), qPrintable(QString::number(took.count())));
    }

    void whatIsReachedIsHandedOver()
    {
        Interrupt interrupt;
        QCOMPARE(*interrupt.reach([] { return std::make_unique<int>(7); }), 7);
        QCOMPARE(kindOf([&] { interrupt.reach([]() -> int { throw Error(ErrorKind::Login, Message("no")); }); }), ErrorKind::Login);
        interrupt.cancel();
        QCOMPARE(kindOf([&] { interrupt.reach([] { return 1; }); }), ErrorKind::Cancelled);
    }

    void whatComesTooLateIsDropped()
    {
        static std::atomic<bool> dropped{false}; // the thread that is left to itself outlives the interrupt
        static std::atomic<bool> mayEnd{false};
        {
            std::stop_source stop;
            Interrupt interrupt(stop.get_token());
            const std::jthread somebody([&] { stop.request_stop(); });
            QCOMPARE(kindOf([&] {
                         interrupt.reach([] {
                             while (!mayEnd)
                                 std::this_thread::yield();
                             return std::shared_ptr<int>(new int, [](const int* made) {
                                 delete made;
                                 dropped = true;
                             });
                         });
                     }), ErrorKind::Cancelled);
        }
        QVERIFY(!dropped);
        mayEnd = true;
        QTRY_VERIFY(dropped);
    }

    void somebodyIsAskedOnlyAfterARefusal_data()
    {
        QTest::addColumn<bool>("isKnown");
        QTest::addColumn<bool>("isRefused");
        QTest::addColumn<int>("asked");
        QTest::addColumn<QString>("password");
        QTest::newRow("known") << true << false << 0 << "known";
        QTest::newRow("known, and wrong") << true << true << 1 << "answered";
        QTest::newRow("not needed") << false << false << 0 << "";
        QTest::newRow("needed") << false << true << 1 << "answered";
    }
    void somebodyIsAskedOnlyAfterARefusal()
    {
        QFETCH(const bool, isKnown);
        QFETCH(const bool, isRefused);
        QFETCH(const int, asked);
        QFETCH(const QString, password);
        qunsetenv("KEYRACE_PASSWORD");
        int questions = 0;
        ConnectorContext context;
        context.password = [&](const std::string&) { return isKnown ? std::optional<std::string>("known") : std::nullopt; };
        context.askPassword = [&](const std::string&) {
            ++questions;
            return std::optional<std::string>("answered");
        };
        const auto logIn = [&](const std::optional<std::string>& tried) {
            QCOMPARE(tried.has_value(), isKnown);
            if (isRefused)
                throw Error(ErrorKind::Login, Message("no"));
        };
        QCOMPARE(QString::fromStdString(passwordFor("x:", context, logIn).value_or("")), password);
        QCOMPARE(questions, asked);
    }

    void anotherFailureIsToldAndNobodyAsked()
    {
        qunsetenv("KEYRACE_PASSWORD");
        ConnectorContext context;
        context.askPassword = [](const std::string&) -> std::optional<std::string> { qFatal("asked"); };
        QCOMPARE(kindOf([&] { (void)passwordFor("x:", context, [](const auto&) { throw Error(ErrorKind::Unreachable, Message("no")); }); }), ErrorKind::Unreachable);
    }
};

QTEST_GUILESS_MAIN(TestConnecting)
#include "tst_connecting.moc"
