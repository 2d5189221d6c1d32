// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include "engine/keys/keytype.h"

#include <QtCore/QFile>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusMessage>
#include <QtDBus/QDBusVariant>
#include <QtGui/QFontDatabase>
#include <QtGui/QGuiApplication>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <future>
#include <memory>
#include <optional>
#include <thread>

namespace keyrace {

namespace {

using namespace std::chrono_literals;

// Okabe–Ito, one colour for each key type in the order of the registry, then spare ones for types to come. The dark
// variants are lighter where the original falls below 3:1 on a dark surface, and stay as far apart.
struct KeyColour {
    QRgb light;
    QRgb dark;
};
constexpr std::array kKeyColours{
    KeyColour{0xff4a5568, 0xffc6ced8}, KeyColour{0xff0072b2, 0xff4596e6}, KeyColour{0xffcc79a7, 0xffe08fbb},
    KeyColour{0xffd55e00, 0xfff5793a}, KeyColour{0xff56b4e9, 0xff7fcdf5}, KeyColour{0xff009e73, 0xff2bbd90},
    KeyColour{0xffe69f00, 0xffeeb033}, KeyColour{0xff8a63b3, 0xffb192dc}, KeyColour{0xff8c5a3c, 0xffc99b7d},
    KeyColour{0xff6b7d1f, 0xffb5c653}, KeyColour{0xffa8325e, 0xffe0708f}, KeyColour{0xff2f7f8f, 0xff6fc2d0},
};

// Viridis (S. van der Walt, N. Smith; CC0) at twenty even places.
constexpr std::array<QRgb, 20> kViridis{
    0xff440154, 0xff481568, 0xff482677, 0xff453781, 0xff404788, 0xff39568c, 0xff33638d, 0xff2d708e, 0xff287d8e, 0xff238a8d,
    0xff1f968b, 0xff20a387, 0xff29af7f, 0xff3cbb75, 0xff55c667, 0xff73d055, 0xff95d840, 0xffb8de29, 0xffdce319, 0xfffde725,
};

double luminance(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

bool hasSessionBus()
{
    // Without this question libdbus would try to launch a bus of its own, and wait for it.
    if (qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS"))
        return true;
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !folder.isEmpty() && QFile::exists(folder + QStringLiteral("/bus"));
}

std::optional<Theme::Mode> portalMode()
{
    const QString name = QStringLiteral("keyrace-theme");
    QDBusMessage question = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"),
        QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("Read"));
    question.setAutoStartService(false);
    question << QStringLiteral("org.freedesktop.appearance") << QStringLiteral("color-scheme");
    const QDBusMessage answer = QDBusConnection::connectToBus(QDBusConnection::SessionBus, name).call(question, QDBus::Block, 200);
    QDBusConnection::disconnectFromBus(name);
    if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty())
        return {};
    QVariant value = answer.arguments().constFirst();
    while (value.canConvert<QDBusVariant>()) // Read wraps its variant twice
        value = value.value<QDBusVariant>().variant();
    switch (value.toUInt()) {
    case 1: return Theme::Mode::Dark;
    case 2: return Theme::Mode::Light;
    default: return {};
    }
}

// The bus is asked by a thread that may be left behind: one that accepts a connection and then says nothing must not keep
// the window from opening.
std::optional<Theme::Mode> portalModeQuickly()
{
    if (!hasSessionBus())
        return {};
    const auto promise = std::make_shared<std::promise<std::optional<Theme::Mode>>>();
    auto answer = promise->get_future();
    std::thread([promise] { promise->set_value(portalMode()); }).detach();
    return answer.wait_for(300ms) == std::future_status::ready ? answer.get() : std::nullopt;
}

QString findFamily()
{
    for (const auto* name : {"Inter", "Inter Variable", "Noto Sans", "Cantarell", "Open Sans"}) {
        if (QFontDatabase::hasFamily(QLatin1String(name)))
            return QLatin1String(name);
    }
    return QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
}

// Asking for a family takes the font database's lock and a search; widgets ask for fonts while they paint.
const QString& family()
{
    static const QString found = findFamily();
    return found;
}

} // namespace

Theme::Theme(Mode mode)
    : m_mode(mode)
{
    const bool dark = mode == Mode::Dark;
    background = QColor(dark ? 0xff14181d : 0xfff5f7fa);
    surface = QColor(dark ? 0xff1c2127 : 0xffffffff);
    border = QColor(dark ? 0xff30363f : 0xffe1e6ed);
    text = QColor(dark ? 0xffe8ecf1 : 0xff1a2330);
    mutedText = QColor(dark ? 0xff9aa5b4 : 0xff64718a);
    grid = QColor(dark ? 0xff2a3038 : 0xffedf0f4);
    accent = QColor(dark ? 0xff5b8cff : 0xff2563eb);
    onAccent = QColor(dark ? 0xff0d1420 : 0xffffffff);
    good = QColor(dark ? 0xff2bbd90 : 0xff008a64);
    warning = QColor(dark ? 0xfff0b34a : 0xffb45309);
    bad = QColor(dark ? 0xfff87171 : 0xffc81e1e);
}

Theme::Mode Theme::systemMode()
{
    if (const auto mode = portalModeQuickly())
        return *mode;
    return luminance(QGuiApplication::palette().color(QPalette::Window)) < 0.2 ? Mode::Dark : Mode::Light;
}

QColor Theme::keyColor(std::string_view keyType) const
{
    const auto types = keyTypes();
    const auto found = std::find_if(types.begin(), types.end(), [&](const KeyType* type) { return type->name() == keyType; });
    if (found == types.end())
        return mutedText;
    const auto& colour = kKeyColours[static_cast<std::size_t>(found - types.begin()) % kKeyColours.size()];
    return QColor(m_mode == Mode::Dark ? colour.dark : colour.light);
}

QColor Theme::heat(double position) const
{
    const double place = std::clamp(std::isnan(position) ? 0.0 : position, 0.0, 1.0) * (kViridis.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), kViridis.size() - 2);
    const double share = place - static_cast<double>(below);
    const QColor a(kViridis[below]);
    const QColor b(kViridis[below + 1]);
    const auto mixed = [share](int from, int to) { return static_cast<int>(std::lround(from + share * (to - from))); };
    return QColor(mixed(a.red(), b.red()), mixed(a.green(), b.green()), mixed(a.blue(), b.blue()));
}

QColor Theme::readableOn(const QColor& background)
{
    const double light = luminance(background);
    return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? QColor(Qt::white) : QColor(Qt::black);
}

QFont Theme::font(double points, QFont::Weight weight) const
{
    QFont font(family());
    font.setPointSizeF(points);
    font.setWeight(weight);
    return font;
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, background);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, surface);
    palette.setColor(QPalette::AlternateBase, background);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::Button, surface);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, bad);
    palette.setColor(QPalette::PlaceholderText, mutedText);
    palette.setColor(QPalette::ToolTipBase, surface);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, onAccent);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::Mid, border);
    palette.setColor(QPalette::Midlight, grid);
    palette.setColor(QPalette::Dark, border);
    palette.setColor(QPalette::Light, surface);
    palette.setColor(QPalette::Shadow, background.darker(130));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabledText());
    palette.setColor(QPalette::Disabled, QPalette::Highlight, border);
    return palette;
}

QColor Theme::disabledText() const
{
    return QColor(m_mode == Mode::Dark ? 0xff7d8794 : 0xff7b8698);
}

QColor Theme::accentTint() const
{
    return QColor(m_mode == Mode::Dark ? 0xff253149 : 0xffe3eafc);
}

} // namespace keyrace
