// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/rowmaker.h"

#include "engine/targets/partitions.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

namespace keyrace {

namespace {

/// Consecutive rows of one generator that a client sends as one batch. `first` counts within the call.
struct Piece {
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::size_t generator = 0;
};

std::mt19937_64 columnStream(std::uint64_t seed, std::uint64_t stream, std::size_t column)
{
    // The first number differs from those of key generators, which begin with the seed.
    constexpr std::uint32_t kColumns = 0x636F6C73;
    std::seed_seq sequence{kColumns, static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), static_cast<std::uint32_t>(stream),
                           static_cast<std::uint32_t>(stream >> 32), static_cast<std::uint32_t>(column)};
    return std::mt19937_64(sequence);
}

std::int64_t upToAMillion(std::mt19937_64& random)
{
    return static_cast<std::int64_t>((random() >> 32) * 1'000'000 >> 32) + 1;
}

void fillText(std::vector<char>& bytes, std::size_t width, std::mt19937_64& random)
{
    constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    constexpr std::size_t kCharactersPerNumber = 10;
    for (std::size_t row = 0; row < bytes.size(); row += width) {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < width; ++i, number >>= 6) {
            if (i % kCharactersPerNumber == 0)
                number = random();
            bytes[row + i] = kAlphabet[number & 63];
        }
    }
}

void fillBytes(std::vector<char>& bytes, std::size_t width, std::mt19937_64& random)
{
    for (std::size_t row = 0; row < bytes.size(); row += width) {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < width; ++i, number >>= 8) {
            if (i % 8 == 0)
                number = random();
            bytes[row + i] = static_cast<char>(number & 0xFF);
        }
    }
}

/// Moves the rows [first, first + order.size()) of one column into the given order.
template<typename T>
void permute(std::vector<T>& values, std::size_t first, std::size_t width, const std::vector<std::size_t>& order)
{
    if (values.empty())
        return;
    std::vector<T> sorted(order.size() * width);
    for (std::size_t i = 0; i < order.size(); ++i)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(order[i] * width), width, sorted.begin() + static_cast<std::ptrdiff_t>(i * width));
    std::copy(sorted.begin(), sorted.end(), values.begin() + static_cast<std::ptrdiff_t>(first * width));
}

void sortByKey(RowSet& rows, std::size_t first, std::size_t count)
{
    const Column& key = rows.columns().front();
    const RowSet::Values& keys = rows.values(0);
    const auto width = static_cast<std::size_t>(key.width);
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), first);
    if (key.isInteger()) {
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys.integers[a] < keys.integers[b]; });
    } else {
        const char* bytes = keys.bytes.data();
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return std::memcmp(bytes + a * width, bytes + b * width, width) < 0; });
    }
    for (std::size_t column = 0; column < rows.columns().size(); ++column) {
        permute(rows.values(column).integers, first, 1, order);
        permute(rows.values(column).bytes, first, static_cast<std::size_t>(rows.columns()[column].width), order);
    }
}

} // namespace

class RowMaker::Private {
public:
    Private(const Cell& cell, const TableSpec& spec, std::int64_t total, std::int64_t prefilled, int round);

    RowSet make(std::int64_t count);
    std::int64_t stalled() const;

private:
    struct Client {
        std::unique_ptr<KeyGenerator> generator;
        SimulatedClock clock;
    };

    void seatClients(std::uint64_t stream);
    std::vector<Piece> pieces(std::int64_t count);
    std::vector<Piece> sharedPieces(std::int64_t count);
    std::vector<Piece> splitPieces(std::int64_t count) const;
    void fillKeys(RowSet& rows, const Piece& piece);
    void writeKey(RowSet::Values& values, const Column& column, std::size_t row, Key key) const;
    void fillColumn(RowSet& rows, std::size_t column);

    const Cell m_cell;
    const std::vector<Column> m_columns;
    const KeyType* m_type;
    const std::int64_t m_total;
    const std::int64_t m_prefilled;
    const double m_step;
    std::vector<std::size_t> m_keyColumns; ///< those that generators fill, in the order in which a row takes its keys
    std::vector<Client> m_clients;         ///< none where no keys are made here
    std::vector<std::mt19937_64> m_streams; ///< one a column
    std::vector<Key> m_keys;               ///< of one piece
    std::int64_t m_done = 0;
    std::int64_t m_batches = 0; ///< made so far; `shared` gives them to the generators in turn
};

RowMaker::Private::Private(const Cell& cell, const TableSpec& spec, std::int64_t total, std::int64_t prefilled, int round)
    : m_cell(cell)
    , m_columns(spec.columns)
    , m_type(findKeyType(cell.key))
    , m_total(total)
    , m_prefilled(prefilled)
    , m_step(simulatedStep(cell, total, prefilled))
{
    // Prefill and trials of one round are told apart by where they begin: at most 2^40 rows, as plans allow.
    const std::uint64_t stream = static_cast<std::uint64_t>(round) << 40 ^ static_cast<std::uint64_t>(prefilled);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        m_streams.push_back(columnStream(cell.protocol.seed, stream, i));
        if (m_columns[i].content == Content::Key && m_columns[i].isSent())
            m_keyColumns.push_back(i);
    }
    if (!m_keyColumns.empty())
        seatClients(stream);
}

void RowMaker::Private::seatClients(std::uint64_t stream)
{
    const double stepPerKey = m_step / static_cast<double>(m_keyColumns.size());
    for (int client = 0; client < m_cell.clients; ++client) {
        m_clients.push_back({m_type->generator(m_cell.keyOptions, {m_cell.protocol.seed, client, stream}),
                             SimulatedClock(SimulatedClock::kStart, stepPerKey)});
    }
}

std::vector<Piece> RowMaker::Private::sharedPieces(std::int64_t count)
{
    std::vector<Piece> result;
    for (std::int64_t first = 0; first < count; first += m_cell.insert.batch) {
        const auto generator = static_cast<std::size_t>(m_batches++ % m_cell.clients);
        result.push_back({first, std::min(m_cell.insert.batch, count - first), generator});
    }
    return result;
}

std::vector<Piece> RowMaker::Private::splitPieces(std::int64_t count) const
{
    std::vector<Piece> result;
    for (int client = 0; client < m_cell.clients; ++client) {
        const std::int64_t begin = m_total * client / m_cell.clients;
        const std::int64_t end = std::min(m_total * (client + 1) / m_cell.clients, m_done + count);
        for (std::int64_t batch = begin; batch < end; batch += m_cell.insert.batch) {
            const std::int64_t first = std::max(batch, m_done);
            const std::int64_t last = std::min(batch + m_cell.insert.batch, end);
            if (first < last)
                result.push_back({first - m_done, last - first, static_cast<std::size_t>(client)});
        }
    }
    return result;
}

std::vector<Piece> RowMaker::Private::pieces(std::int64_t count)
{
    return m_cell.arrival == Arrival::Split ? splitPieces(count) : sharedPieces(count);
}

RowSet RowMaker::Private::make(std::int64_t count)
{
    RowSet rows(m_columns, m_done, static_cast<std::size_t>(count));
    const std::vector<Piece> made = pieces(count);
    if (!m_clients.empty()) {
        for (const Piece& piece : made)
            fillKeys(rows, piece);
    }
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        if (m_columns[column].isSent())
            fillColumn(rows, column);
    }
    m_done += count;
    if (m_columns.empty() || !m_columns.front().isSent())
        return rows;
    switch (m_cell.insert.sorted) {
    case Sorting::None:
        break;
    case Sorting::Trial:
        sortByKey(rows, 0, rows.size());
        break;
    case Sorting::Batch:
        for (const Piece& piece : made)
            sortByKey(rows, static_cast<std::size_t>(piece.first), static_cast<std::size_t>(piece.count));
        break;
    }
    return rows;
}

void RowMaker::Private::fillKeys(RowSet& rows, const Piece& piece)
{
    const std::size_t keysPerRow = m_keyColumns.size();
    Client& client = m_clients[piece.generator];
    client.clock.seek((m_prefilled + m_done + piece.first) * static_cast<std::int64_t>(keysPerRow));
    m_keys.resize(static_cast<std::size_t>(piece.count) * keysPerRow);
    client.generator->fill(m_keys, client.clock);
    for (std::size_t i = 0; i < keysPerRow; ++i) {
        const std::size_t column = m_keyColumns[i];
        for (std::size_t row = 0; row < static_cast<std::size_t>(piece.count); ++row)
            writeKey(rows.values(column), m_columns[column], static_cast<std::size_t>(piece.first) + row, m_keys[row * keysPerRow + i]);
    }
}

void RowMaker::Private::writeKey(RowSet::Values& values, const Column& column, std::size_t row, Key key) const
{
    const auto width = static_cast<std::size_t>(column.width);
    if (column.isInteger()) {
        values.integers[row] = static_cast<std::int64_t>(key.low);
    } else if (column.kind == ColumnKind::Text) {
        const std::string text = m_type->text(key);
        std::memcpy(values.bytes.data() + row * width, text.data(), width);
    } else {
        const KeyBytes bytes = toBytes(m_cell.storage == Storage::Swapped ? swapped(key) : key);
        std::memcpy(values.bytes.data() + row * width, bytes.data(), width);
    }
}

void RowMaker::Private::fillColumn(RowSet& rows, std::size_t column)
{
    RowSet::Values& values = rows.values(column);
    const auto width = static_cast<std::size_t>(m_columns[column].width);
    std::mt19937_64& random = m_streams[column];
    switch (m_columns[column].content) {
    case Content::Key:
        break;
    case Content::UpToAMillion:
        for (std::int64_t& value : values.integers)
            value = upToAMillion(random);
        break;
    case Content::AnyInteger:
        for (std::int64_t& value : values.integers)
            value = static_cast<std::int64_t>(random() >> 1);
        break;
    case Content::RandomText:
        fillText(values.bytes, width, random);
        break;
    case Content::RandomBytes:
        fillBytes(values.bytes, width, random);
        break;
    case Content::ConstantBytes:
        std::fill(values.bytes.begin(), values.bytes.end(), 'k');
        break;
    case Content::CreatedAt: {
        SimulatedClock clock(SimulatedClock::kStart, m_step);
        clock.seek(m_prefilled + m_done);
        for (std::int64_t& value : values.integers)
            value = clock.next() / 1'000;
        break;
    }
    }
}

std::int64_t RowMaker::Private::stalled() const
{
    std::int64_t sum = 0;
    for (const Client& client : m_clients)
        sum += client.generator->stalled();
    return sum;
}

RowMaker::RowMaker(const Cell& cell, const TableSpec& spec, std::int64_t total, std::int64_t prefilled, int round)
    : m_private(std::make_unique<Private>(cell, spec, total, prefilled, round))
{
}

RowMaker::~RowMaker() = default;

RowSet RowMaker::make(std::int64_t count)
{
    return m_private->make(count);
}

std::int64_t RowMaker::stalled() const
{
    return m_private->stalled();
}

std::int64_t bytesPerRow(const TableSpec& spec)
{
    std::int64_t bytes = 0;
    for (const Column& column : spec.columns) {
        if (column.isSent())
            bytes += column.isInteger() ? 8 : column.width;
    }
    return std::max<std::int64_t>(bytes, 1);
}

} // namespace keyrace
