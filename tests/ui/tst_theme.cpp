// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/keytype.h"
#include "ui/theme.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace keyrace;

namespace {

// WCAG 2: relative luminance and contrast, worked out apart from the theme.
double luminance(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void keysHaveTheirPublishedColours()
    {
        const Theme theme(Theme::Mode::Light);
        QCOMPARE(theme.keyColor("bigint-auto"), QColor(0x00, 0x72, 0xb2));
        QCOMPARE(theme.keyColor("uuidv1"), QColor(0xcc, 0x79, 0xa7));
        QCOMPARE(theme.keyColor("uuidv4"), QColor(0xd5, 0x5e, 0x00));
        QCOMPARE(theme.keyColor("uuidv6"), QColor(0x56, 0xb4, 0xe9));
        QCOMPARE(theme.keyColor("uuidv7"), QColor(0x00, 0x9e, 0x73));
        QCOMPARE(theme.keyColor("snowflake"), QColor(0xe6, 0x9f, 0x00));
    }

    void everyKeyHasAColourOfItsOwn_data() { modes(); }
    void everyKeyHasAColourOfItsOwn()
    {
        QFETCH(Theme::Mode, mode);
        const Theme theme(mode);
        std::set<QRgb> colours;
        for (const KeyType* type : keyTypes())
            colours.insert(theme.keyColor(type->name()).rgb());
        QCOMPARE(colours.size(), keyTypes().size());
        QCOMPARE(theme.keyColor("no such type"), theme.mutedText);
    }

    void textIsReadable_data() { modes(); }
    void textIsReadable()
    {
        QFETCH(Theme::Mode, mode);
        const Theme theme(mode);
        for (const QColor& ground : {theme.background, theme.surface}) {
            for (const QColor& text : {theme.text, theme.mutedText, theme.warning, theme.bad})
                QVERIFY2(contrast(text, ground) >= 4.5, qPrintable(text.name() + " on " + ground.name()));
            QVERIFY2(contrast(theme.disabledText(), ground) >= 3.0, "disabled controls can be read");
        }
        QVERIFY(contrast(theme.onAccent, theme.accent) >= 4.5);
    }

    void heatRunsFromDarkToBright()
    {
        const Theme theme(Theme::Mode::Light);
        QCOMPARE(theme.heat(0), QColor(0x44, 0x01, 0x54));
        QCOMPARE(theme.heat(1), QColor(0xfd, 0xe7, 0x25));
        QCOMPARE(theme.heat(-3), theme.heat(0));
        QCOMPARE(theme.heat(7), theme.heat(1));
        double before = -1;
        for (int i = 0; i <= 100; ++i) {
            const double now = luminance(theme.heat(i / 100.0));
            QVERIFY(now > before);
            before = now;
            QVERIFY(contrast(Theme::readableOn(theme.heat(i / 100.0)), theme.heat(i / 100.0)) >= 4.5);
        }
    }

    void theStyleSheetHasNoPlaceLeftOpen_data() { modes(); }
    void theStyleSheetHasNoPlaceLeftOpen()
    {
        QFETCH(Theme::Mode, mode);
        const QString sheet = Theme(mode).styleSheet();
        QVERIFY(!sheet.contains(u'@'));
        QVERIFY(sheet.contains(Theme(mode).accent.name()));
        QVERIFY(QFile::exists(QStringLiteral(":/theme/check.svg")));
    }

    void aBusThatSaysNothingDoesNotHoldTheWindow()
    {
        const QTemporaryDir folder;
        const QByteArray path = folder.filePath(QStringLiteral("bus")).toUtf8();
        // Takes connections and never answers.
        const int silent = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        QVERIFY(static_cast<std::size_t>(path.size()) < sizeof address.sun_path);
        std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
        QCOMPARE(::bind(silent, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        QCOMPARE(::listen(silent, 4), 0);
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + path);
        QElapsedTimer clock;
        clock.start();
        Theme::systemMode();
        QVERIFY2(clock.elapsed() < 2'000, qPrintable(QString::number(clock.elapsed())));
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        ::close(silent);
    }

private:
    static void modes()
    {
        QTest::addColumn<Theme::Mode>("mode");
        QTest::newRow("light") << Theme::Mode::Light;
        QTest::newRow("dark") << Theme::Mode::Dark;
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
