// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_writer.h"

#include "profiler/model/facts.h"
#include "storage/file/rescue.h"
#include "storage/rows/comparison_rows.h"
#include "storage/rows/fact_rows.h"
#include "storage/rows/note_rows.h"
#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/statement_guard.h"

#include <cassert>
#include <chrono>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

/// A file that the opening makes and cannot fill goes again: on a full disk it would stay empty.
class NewFile {
public:
    explicit NewFile(std::filesystem::path file)
        : m_file(std::move(file))
        , m_isNew(!std::filesystem::exists(m_file))
    {
    }

    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    NewFile(NewFile&&) = delete;
    NewFile& operator=(NewFile&&) = delete;

    ~NewFile()
    {
        std::error_code error;
        if (m_isNew && std::filesystem::file_size(m_file, error) == 0 && !error)
            std::filesystem::remove(m_file, error);
    }

private:
    std::filesystem::path m_file;
    bool m_isNew;
};

UtcTime now()
{
    const auto time = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<nanoseconds>(time).count()};
}

std::optional<std::string> placeNotice(const std::optional<std::string>& fileSystem)
{
    if (!fileSystem)
        return std::nullopt;
    return fmt::format("The run database lies on a network file system ({}): it is written with a "
                       "rollback journal, and pages that follow a recording wait for its writes.",
        *fileSystem);
}

} // namespace

Result<std::unique_ptr<RunWriter>> RunWriter::open(
    const fs::path& file, std::optional<JournalMode> mode)
{
    return guarded(file, [&] {
        checkPlace(file);
        auto lock = WriterLock::take(file);
        if (!lock)
            throw Refusal(lock.error());
        const NewFile fresh(file);
        const auto network = networkFileSystemOf(fs::absolute(file).parent_path());
        if (!mode)
            mode = network ? JournalMode::Rollback : JournalMode::Wal;
        std::unique_ptr<RunWriter> writer(
            new RunWriter(file, *std::move(lock), openToRecord(file, *mode), placeNotice(network)));
        writer->endDeadComparisons();
        liftWorkLimit(*writer->m_database); // a recording adds as long as it likes
        return writer;
    });
}

RunWriter::RunWriter(
    fs::path file, WriterLock lock, SQLite::Database database, std::optional<std::string> notice)
    : m_file(std::move(file))
    , m_lock(std::move(lock))
    , m_database(std::move(database))
    , m_placeNotice(std::move(notice))
{
    m_statements.emplace(*m_database);
}

RunWriter::~RunWriter()
{
    if (!m_database)
        return;
    if (!m_failure) [[maybe_unused]]
        const auto kept = flush();
    close();
}

/// The lock is ours, so whoever left a comparison running is dead.
void RunWriter::endDeadComparisons()
{
    begin();
    m_statements->run(
        "UPDATE comparison SET status = 'partial', "
        "stop_reason = iif(stop_reason = '', ?, stop_reason) WHERE status = 'running'",
        std::string(recorderDied));
    commit();
}

Result<void> RunWriter::extend(ComparisonId comparison)
{
    return write([&] {
        m_comparison = findComparison(*m_database, m_file, std::to_string(comparison.value));
        SQLite::Statement processes(*m_database,
            "SELECT coalesce(max(process_index) + 1, 0) FROM process WHERE comparison_id = ?");
        bindAll(processes, comparison.value);
        processes.executeStep();
        m_firstProcess = Row(processes).take<int>();
        SQLite::Statement monitors(*m_database,
            "SELECT coalesce(max(monitor_index) + 1, 0) FROM monitor WHERE comparison_id = ?");
        bindAll(monitors, comparison.value);
        monitors.executeStep();
        m_firstMonitor = Row(monitors).take<int>();
        SQLite::Statement lines(*m_database,
            "SELECT coalesce(max(first + count), 0) FROM log_chunk WHERE comparison_id = ?");
        bindAll(lines, comparison.value);
        lines.executeStep();
        m_log.emplace(comparison.value, Row(lines).take<std::int64_t>());
        m_extends = true;
    });
}

void RunWriter::begin()
{
    if (m_inTransaction)
        return;
    m_statements->run("BEGIN IMMEDIATE");
    m_inTransaction = true;
}

void RunWriter::commit()
{
    m_statements->run("COMMIT");
    m_inTransaction = false;
}

template <typename Write>
Result<void> RunWriter::write(Write&& write)
{
    if (m_failure)
        return tl::unexpected(*m_failure);
    if (!m_database)
        return failure(ErrorKind::Failed, "the recording into " + m_file.string() + " has ended");
    auto written = guarded(m_file, [&] {
        begin();
        write();
    });
    if (!written) {
        m_failure = written.error();
        m_database->tryExec("ROLLBACK"); // to what the last flush left, if SQLite has not yet
        m_inTransaction = false;
    }
    return written;
}

RunWriter::Process& RunWriter::stored(ProcessIndex process)
{
    const auto position = process.value - m_firstProcess;
    assert(position >= 0 && static_cast<std::size_t>(position) < m_processes.size());
    return m_processes[static_cast<std::size_t>(position)];
}

Result<ComparisonId> RunWriter::beginComparison(const ComparisonInfo& info, const Plan& plan)
{
    assert(!m_comparison);
    const auto written = write([&] {
        m_comparison = insertComparison(*m_statements, info, plan);
        m_log.emplace(m_comparison->value, 0);
        if (m_placeNotice)
            insertNotice(*m_statements, *m_comparison,
                {.rule = "network_file_system", .sentence = *m_placeNotice});
    });
    return written.and_then([this] { return flush(); }).map([this] { return *m_comparison; });
}

template <typename Change>
Result<void> RunWriter::changePlan(Change change)
{
    return write([&] {
        auto plan = readPlan(*m_database, m_file, m_comparison.value());
        change(plan);
        storePlan(*m_statements, *m_comparison, plan);
    });
}

Result<void> RunWriter::setCases(const std::vector<Case>& cases)
{
    return changePlan([&](Plan& plan) { plan.cases = cases; });
}

Result<void> RunWriter::addCases(const std::vector<Case>& more)
{
    return changePlan([&](Plan& plan) {
        m_statements->run("UPDATE process SET first_case = 0, case_count = ? "
                          "WHERE comparison_id = ? AND first_case IS NULL",
            plan.cases.size(), m_comparison->value);
        plan.cases.insert(plan.cases.end(), more.begin(), more.end());
    });
}

Result<void> RunWriter::setVariants(const std::vector<Variant>& variants)
{
    return changePlan([&](Plan& plan) { plan.variants = variants; });
}

Result<void> RunWriter::setPlacement(Placement placement)
{
    return write([&] {
        m_statements->run("UPDATE comparison SET placement = ? WHERE id = ?", placement,
            m_comparison.value().value);
    });
}

/// An extension that starts no process leaves the comparison as it was.
void RunWriter::markRunning()
{
    m_statements->run(
        "UPDATE comparison SET status = 'running', ended_utc_ns = NULL, stop_reason = '' "
        "WHERE id = ?",
        m_comparison->value);
    m_extends = false;
}

Result<ProcessIndex> RunWriter::beginProcess(const ProcessStart& start)
{
    const ProcessIndex index {m_firstProcess + static_cast<int>(m_processes.size())};
    std::optional<int> firstCase;
    std::optional<int> caseCount;
    if (start.cases) {
        firstCase = start.cases->first;
        caseCount = start.cases->count;
    }
    const auto written = write([&] {
        if (m_extends)
            markRunning();
        const auto row = m_statements->insert("process",
            "comparison_id, process_index, kind, variant_index, again, repetition, first_case, "
            "case_count, started_utc_ns, pid",
            m_comparison.value().value, index.value, start.kind, start.variant, start.again,
            start.repetition, firstCase, caseCount, start.started, start.pid);
        m_processes.push_back({.row = row, .samples = SampleWriter(row)});
    });
    return written.map([&] { return index; });
}

void RunWriter::storeBlock(Process& into, const CallBlock& block)
{
    const auto ranges = into.samples.append(*m_statements, block);
    insertBlock(*m_statements, into.row, block, ranges);
    into.stats.add(block);
    into.changed = true;
}

Result<void> RunWriter::add(ProcessIndex process, const Fact& fact)
{
    return write([&] {
        auto& into = stored(process);
        if (const auto* block = std::get_if<CallBlock>(&fact); block != nullptr)
            storeBlock(into, *block);
        else
            insertFact(*m_statements, into.row, fact);
    });
}

TraceWriter& RunWriter::stored(TraceIndex trace)
{
    return stored(trace.process).traces.at(static_cast<std::size_t>(trace.value));
}

Result<TraceIndex> RunWriter::beginTrace(ProcessIndex process, const TraceStart& start)
{
    TraceIndex index {.process = process};
    const auto written = write([&] {
        auto& traces = stored(process).traces;
        index.value = static_cast<int>(traces.size());
        traces.emplace_back(
            TraceWriter::begin(*m_statements, stored(process).row, index.value, start));
    });
    return written.map([&] { return index; });
}

Result<void> RunWriter::addTraceChunk(TraceIndex trace, const TraceChunk& chunk)
{
    return write([&] {
        stored(trace).append(*m_statements, chunk);
        stored(trace.process).changed = true;
    });
}

Result<void> RunWriter::endTrace(TraceIndex trace, const TraceSummary& summary)
{
    return write([&] { stored(trace).end(*m_statements, summary); });
}

Result<void> RunWriter::endProcess(ProcessIndex process, const ProcessEnd& end)
{
    return write([&] {
        auto& ended = stored(process);
        ended.samples.close(*m_statements);
        m_statements->run("UPDATE process SET outcome = ?, ended_utc_ns = ?, reason = ?, "
                          "error_class = ? WHERE id = ?",
            end.outcome, end.ended, end.reason, end.errorClass, ended.row);
    });
}

Result<MonitorIndex> RunWriter::beginMonitor(const MonitorStart& start)
{
    const MonitorIndex index {m_firstMonitor + static_cast<int>(m_monitors.size())};
    const auto written = write([&] {
        m_monitors.emplace_back(
            MonitorWriter::begin(*m_statements, m_comparison.value(), index.value, start));
    });
    return written.map([&] { return index; });
}

Result<void> RunWriter::addCounters(MonitorIndex monitor, const CounterPiece& piece)
{
    return write([&] {
        m_monitors.at(static_cast<std::size_t>(monitor.value - m_firstMonitor))
            .append(*m_statements, piece);
    });
}

Result<void> RunWriter::addNotice(const NoticeFact& notice)
{
    return write([&] { insertNotice(*m_statements, m_comparison.value(), notice); });
}

Result<void> RunWriter::addSource(const SourceFact& source)
{
    return write([&] { insertSource(*m_statements, m_comparison.value(), source); });
}

Result<void> RunWriter::addLog(const LogLine& line)
{
    if (m_failure)
        return tl::unexpected(*m_failure);
    m_log.value().add(line); // without a transaction: lines come at any time, flushes do not
    m_logChanged = true;
    return {};
}

Result<void> RunWriter::flush()
{
    if (!m_failure && !m_inTransaction && !m_logChanged)
        return {};
    const auto written = write([&] {
        for (auto& flushed : m_processes) {
            if (!std::exchange(flushed.changed, false))
                continue;
            flushed.samples.flush(*m_statements);
            flushed.stats.flush(*m_statements, flushed.row);
            for (auto& trace : flushed.traces)
                trace.flush(*m_statements);
        }
        for (auto& monitor : m_monitors)
            monitor.flush(*m_statements);
        if (std::exchange(m_logChanged, false))
            m_log->flush(*m_statements);
        countChange(*m_statements);
        commit();
    });
    return written.and_then([this] { return stayInPlace(); });
}

/// What is written into a file that has no name any more is lost with this process, and nobody
/// would notice.
Result<void> RunWriter::stayInPlace()
{
    m_failure = rescuedFromMovedFile(*m_database, m_file);
    if (m_failure)
        return tl::unexpected(*m_failure);
    return {};
}

Result<void> RunWriter::endComparison(ComparisonStatus status, const std::string& reason)
{
    if (m_failure)
        storeFailure();
    const auto written = write([&] {
        for (auto& ended : m_processes)
            ended.samples.close(*m_statements);
        m_log.value().close(*m_statements);
        m_statements->run(
            "UPDATE comparison SET status = ?, stop_reason = ?, ended_utc_ns = ? WHERE id = ?",
            status, reason, now(), m_comparison.value().value);
    });
    auto ended = written.and_then([this] { return flush(); });
    if (m_database)
        close();
    return ended;
}

/// Why the recording ended, if there is room for that much.
void RunWriter::storeFailure()
{
    if (!m_database || !m_comparison)
        return;
    const auto stored = guarded(m_file, [&] {
        m_statements->run("UPDATE comparison SET status = 'partial', stop_reason = ?, "
                          "ended_utc_ns = ? WHERE id = ?",
            m_failure->message, now(), m_comparison->value);
        countChange(*m_statements);
    });
    // Without it the comparison reads as one whose recorder died.
    static_cast<void>(stored);
}

void RunWriter::close()
{
    m_statements.reset(); // before the connection; an open transaction is rolled back with it
    auto database = std::move(*m_database);
    m_database.reset();
    const auto closed = guarded(m_file, [&] { closeCleanly(std::move(database)); });
    // Everything is stored; without the last tidying up the file only keeps a companion.
    static_cast<void>(closed);
}

} // namespace storage
