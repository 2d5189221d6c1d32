// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/standbywatch.h"

#include <algorithm>
#include <chrono>

namespace keyrace::postgresql {

namespace {

constexpr std::chrono::milliseconds kInterval{250};
constexpr std::chrono::milliseconds kPause{50};
constexpr std::chrono::seconds kLongestStart{10};
constexpr const char* kLag = "standby_lag_bytes";
constexpr const char* kLagAtEnd = "standby_lag_end_bytes";
constexpr const char* kDelay = "standby_lag_us";
constexpr const char* kUnreplayed = "standby_unreplayed_bytes";

} // namespace

StandbyWatch::StandbyWatch(const Conninfo& primary, const std::optional<Conninfo>& standby, const Interrupt& waiting)
    : m_primary(primary, m_interrupt)
{
    // A standby of our own has only just been started: the first trial waits for it.
    const auto end = std::chrono::steady_clock::now() + kLongestStart;
    while ((m_why = whyUnseen()) && standby && std::chrono::steady_clock::now() < end) {
        waiting.throwIfCancelled();
        std::this_thread::sleep_for(kPause);
    }
    if (m_why)
        return;
    if (standby)
        m_standby.emplace(*standby, m_interrupt);
    m_thread = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

StandbyWatch::~StandbyWatch() = default;

std::optional<Message> StandbyWatch::whyUnseen()
{
    // To who may not see it, all but the number of the process is null.
    const auto rows = m_primary.queryIfAble("SELECT count(*), count(state), count(replay_lsn) FROM pg_stat_replication");
    if (!rows)
        return Message(QT_TRANSLATE_NOOP("Engine", "The server tells nothing of standbys (pg_stat_replication)."));
    const auto row = (*rows)[0];
    if (row[0].as<int>() == 0)
        return Message(QT_TRANSLATE_NOOP("Engine", "No standby follows the server (pg_stat_replication is empty)."));
    if (row[1].as<int>() == 0)
        return Message(QT_TRANSLATE_NOOP("Engine", "Only a user with the role pg_monitor may see how far a standby is."));
    if (row[2].as<int>() == 0)
        return Message(QT_TRANSLATE_NOOP("Engine", "The standby has just connected, and told nothing yet."));
    return {};
}

void StandbyWatch::watch(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    do {
        try {
            look();
        } catch (const Error& error) { // a trial is not lost for it
            m_why = error.whole();
            return;
        }
        m_wake.wait_for(lock, stop, kInterval, [] { return false; });
    } while (!stop.stop_requested());
}

void StandbyWatch::look()
{
    const auto row = m_primary.query("SELECT max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), max(extract(epoch FROM replay_lag)) * 1000000 FROM pg_stat_replication")[0];
    keepMost(kLag, row[0]);
    keepMost(kDelay, row[1]);
    if (!row[0].is_null())
        m_seen.values[kLagAtEnd] = row[0].as<double>();
    if (m_standby)
        keepMost(kUnreplayed, m_standby->query("SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())")[0][0]);
}

void StandbyWatch::keepMost(const char* counter, const pqxx::field& value)
{
    if (value.is_null())
        return;
    const auto [place, isFirst] = m_seen.values.try_emplace(counter, value.as<double>());
    if (!isFirst)
        place->second = std::max(place->second, value.as<double>());
}

Counters StandbyWatch::end()
{
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_thread.join();
    }
    try {
        if (!m_why)
            look();
    } catch (const Error& error) {
        m_why = error.whole();
    }
    if (m_why)
        m_seen.values.clear();
    for (const char* counter : {kLag, kLagAtEnd, kDelay, kUnreplayed}) {
        if (m_seen.values.contains(counter))
            continue;
        m_seen.absent[counter] = m_why                                     ? *m_why
            : std::string_view(counter) == kUnreplayed && !m_standby.has_value() ? Message(QT_TRANSLATE_NOOP("Engine", "Only a private server's own standby is asked itself."))
                                                                             : Message(QT_TRANSLATE_NOOP("Engine", "The standby told nothing of it in the time of the trial."));
    }
    return m_seen;
}

} // namespace keyrace::postgresql
