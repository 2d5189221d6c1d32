// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/runfile.h"

#include "engine/error.h"
#include "engine/processmark.h"
#include "engine/record/runfileheader.h"
#include "engine/record/runfilereader.h"
#include "engine/record/runfilestatements.h"
#include "engine/record/schema.h"

#include <sqlite3.h>

#include <cerrno>
#include <chrono>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace keyrace {

namespace {

using Clock = std::chrono::steady_clock;
using std::filesystem::path;

// Samples come a few times a second; half the promised second leaves room for the next one.
constexpr std::chrono::milliseconds kBetweenCommits{500};
constexpr int kPagesBeforeCheckpoint = 1'000;

[[noreturn]] void cannotWrite(const path& file, const std::string& detail)
{
    throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "The run file %1 cannot be written."), {file.string()}), detail);
}

[[noreturn]] void cannotWrite(const path& file, const SqliteFault& fault)
{
    if ((fault.code() & 0xff) == SQLITE_FULL)
        throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "No space is left on the disk of the run file %1."), {file.string()}), fault.what());
    cannotWrite(file, fault.what());
}

[[noreturn]] void refuseExisting(const path& file)
{
    throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 exists already, and a run never overwrites a file. Choose another name."), {file.string()}));
}

[[noreturn]] void cannotCreate(const path& file, const path& folder, int error)
{
    const std::string detail = std::generic_category().message(error);
    const std::vector<Message::Argument> name{folder.string()};
    switch (error) {
    case EEXIST:
    case EISDIR:
        refuseExisting(file);
    case ENOENT:
    case ENOTDIR:
        // Folders such as /proc are there, and say so too.
        if (std::error_code ignored; std::filesystem::is_directory(folder, ignored))
            cannotWrite(file, detail);
        throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "The folder %1 does not exist."), name), detail);
    case EROFS:
        throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "The folder %1 is on a read-only file system."), name), detail);
    case EACCES:
    case EPERM:
        throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "You may not write to the folder %1."), name), detail);
    case ENOSPC:
    case EDQUOT:
        throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "No space is left in the folder %1."), name), detail);
    default:
        cannotWrite(file, detail);
    }
}

path beside(const path& file, const char* suffix)
{
    path name = file;
    return name += suffix;
}

// Exclusively, so that of two runs that choose one name only one gets it.
void createEmpty(const path& file)
{
    for (const char* suffix : {"-wal", "-journal", "-shm"}) {
        std::error_code error;
        if (std::filesystem::exists(std::filesystem::symlink_status(beside(file, suffix), error)))
            refuseExisting(beside(file, suffix));
    }
    const int descriptor = ::open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0)
        cannotCreate(file, std::filesystem::absolute(file).parent_path(), errno);
    ::close(descriptor);
}

class Writer final : public RunFileWriter {
public:
    explicit Writer(const path& file)
        : m_path(std::filesystem::absolute(file))
        , m_file(std::make_unique<SqliteFile>(m_path, SqliteFile::Mode::Write))
    {
    }
    ~Writer() override { abandon(); }

    void initialise();
    void takeOver();
    void append(const RunEvent& event) override;

private:
    void startWal();
    void write(const RunEvent& event);
    void begin();
    void commit();
    void checkpoint(int pages);
    void finish();
    void abandon() noexcept;

    path m_path;
    std::unique_ptr<SqliteFile> m_file; ///< null once the run has finished
    std::unique_ptr<RunFileStatements> m_statements;
    ResultSet m_results; ///< for the states of cells, which follow from those of their trials
    Clock::time_point m_lastCommit = Clock::now();
    bool m_isOwned = false; ///< the file names this process as its writer
    bool m_inTransaction = false;
    bool m_isFailed = false;
};

// The header and all tables stand in the file itself before it is switched to WAL: whoever reads it finds them there.
void Writer::initialise()
{
    m_file->execute("PRAGMA application_id = " + std::to_string(kApplicationId) + "; PRAGMA user_version = " + std::to_string(kSchemaVersion));
    m_file->execute("BEGIN IMMEDIATE");
    m_file->execute(kSchema);
    m_file->execute(kNodeSchema);
    m_file->execute("COMMIT");
    startWal();
}

void Writer::startWal()
{
    // Checkpoints are made between trials, so that none of them takes the disk from a database while a clock runs.
    m_file->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = ON");
    m_statements = std::make_unique<RunFileStatements>(*m_file);
    m_isOwned = true;
}

void Writer::takeOver()
{
    // Under the write lock, so that of two processes only one gets it.
    m_file->execute("PRAGMA foreign_keys = ON; BEGIN IMMEDIATE");
    const RunFileState state = runFileState(*m_file);
    if (state.writer.isAlive())
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The run of %1 is still going on (process %2)."), {m_path.string(), state.writer.id}));
    if (state.state == RunState::Done)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The run of %1 is done: there is nothing to go on with."), {m_path.string()}));
    if (state.writer.id != 0)
        m_deadWriter = state.writer;
    m_file->execute(kNodeSchema); // of a file that an earlier version began
    m_file->execute("DELETE FROM trial WHERE state IN ('pending', 'running', 'stopped')");
    m_file->execute("UPDATE cell SET state = 'pending' WHERE state = 'running'");
    m_file->execute("UPDATE run SET state = 'running', reason = '', finished_ms = NULL");
    markWriter(*m_file, ProcessMark::ofThisProcess());
    m_file->execute("COMMIT");
    startWal();
    m_results = readTables(*m_file, RunState::Running);
}

void Writer::append(const RunEvent& event)
{
    if (!m_file)
        return;
    if (m_isFailed)
        cannotWrite(m_path, "an earlier write failed");
    try {
        write(event);
    } catch (const SqliteFault& fault) {
        m_isFailed = true;
        abandon();
        cannotWrite(m_path, fault);
    }
}

void Writer::write(const RunEvent& event)
{
    begin();
    const bool isResumed = std::holds_alternative<RunStarted>(event) && !m_results.cells().empty();
    m_results.append(event);
    if (isResumed)
        m_statements->resume(std::get<RunStarted>(event), m_results);
    else
        m_statements->write(event, m_results);
    const bool mayWait = std::holds_alternative<SamplesTaken>(event) || std::holds_alternative<TrialStarted>(event);
    if (mayWait && Clock::now() - m_lastCommit < kBetweenCommits)
        return;
    commit();
    if (std::holds_alternative<TrialFinished>(event))
        checkpoint(kPagesBeforeCheckpoint);
    if (std::holds_alternative<RunFinished>(event))
        finish();
}

void Writer::begin()
{
    if (!m_inTransaction)
        m_file->execute("BEGIN");
    m_inTransaction = true;
}

void Writer::commit()
{
    m_file->execute("COMMIT");
    m_inTransaction = false;
    m_lastCommit = Clock::now();
}

void Writer::checkpoint(int pages)
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(beside(m_path, "-wal"), error);
    constexpr std::uintmax_t kPageBytes = 4'096;
    if (!error && bytes > static_cast<std::uintmax_t>(pages) * kPageBytes)
        sqlite3_wal_checkpoint_v2(m_file->handle(), nullptr, SQLITE_CHECKPOINT_RESTART, nullptr, nullptr);
}

// Somebody who looks into the file with SQLite's shell keeps it in WAL mode; it is whole all the same.
void Writer::finish()
{
    m_statements.reset();
    try {
        m_file->execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    } catch (const SqliteFault& fault) {
        if ((fault.code() & 0xff) != SQLITE_BUSY && (fault.code() & 0xff) != SQLITE_LOCKED)
            throw;
    }
    m_file.reset();
}

// The run ends without a word (an exception, no space): what can be committed is, and this process no longer holds the file.
void Writer::abandon() noexcept
{
    if (!m_file || !m_isOwned)
        return;
    m_isOwned = false;
    try {
        if (m_inTransaction)
            m_file->execute(m_isFailed && !sqlite3_get_autocommit(m_file->handle()) ? "ROLLBACK" : "COMMIT");
    } catch (const SqliteFault&) { // there is nobody left to tell
    }
    try {
        markWriter(*m_file, {});
    } catch (const SqliteFault&) { // as above; the end of the process says the same
    }
    m_statements.reset();
}

} // namespace

std::unique_ptr<RunFileWriter> RunFileWriter::create(const path& file)
{
    if (file.empty())
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The run file needs a name.")));
    createEmpty(file);
    try {
        auto writer = std::make_unique<Writer>(file);
        writer->initialise();
        return writer;
    } catch (const SqliteFault& fault) {
        for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
            std::error_code error;
            std::filesystem::remove(beside(file, suffix), error);
        }
        cannotWrite(file, fault);
    }
}

std::unique_ptr<RunFileWriter> RunFileWriter::resume(const path& file)
{
    {
        const SqliteFile untouched = openUntouched(file);
        (void)headerOf(untouched, file);
    }
    try {
        auto writer = std::make_unique<Writer>(file);
        writer->takeOver();
        return writer;
    } catch (const SqliteFault& fault) {
        const int kind = fault.code() & 0xff;
        if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_ERROR)
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The run file %1 is damaged and cannot be gone on with."), {file.string()}), fault.what());
        cannotWrite(file, fault);
    }
}

} // namespace keyrace
