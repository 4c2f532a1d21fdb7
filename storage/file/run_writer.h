// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/record_sink.h"
#include "storage/columns/trace_writer.h"
#include "storage/file/connection.h"
#include "storage/file/writer_lock.h"
#include "storage/rows/block_rows.h"
#include "storage/rows/log_writer.h"
#include "storage/rows/sample_writer.h"
#include "storage/sqlite/statements.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace storage {

/// One recording into a file. Facts gather in a transaction; flush() commits it, so that a reader
/// sees whole flushes and a killed recorder loses what came after the last. After an error nothing
/// more is taken, and the file holds what the last flush left.
class RunWriter final : public profiler::RecordSink {
public:
    /// nullopt: by the file system, with a notice when it is a network file system's.
    [[nodiscard]] static profiler::Result<std::unique_ptr<RunWriter>> open(
        const std::filesystem::path& file, std::optional<JournalMode> mode = std::nullopt);

    /// Continues `comparison` when the first process begins.
    [[nodiscard]] profiler::Result<void> extend(profiler::ComparisonId comparison);

    ~RunWriter() override; ///< keeps what came; a comparison not ended reads as partial
    RunWriter(const RunWriter&) = delete;
    RunWriter& operator=(const RunWriter&) = delete;
    RunWriter(RunWriter&&) = delete;
    RunWriter& operator=(RunWriter&&) = delete;

    profiler::Result<profiler::ComparisonId> beginComparison(
        const profiler::ComparisonInfo& info, const profiler::Plan& plan) override;
    profiler::Result<void> setCases(const std::vector<profiler::Case>& cases) override;
    profiler::Result<void> addCases(const std::vector<profiler::Case>& more) override;
    profiler::Result<void> setPlacement(profiler::Placement placement) override;
    profiler::Result<void> setVariants(const std::vector<profiler::Variant>& variants) override;
    profiler::Result<profiler::ProcessIndex> beginProcess(
        const profiler::ProcessStart& start) override;
    profiler::Result<void> add(profiler::ProcessIndex process, const profiler::Fact& fact) override;
    profiler::Result<profiler::TraceIndex> beginTrace(
        profiler::ProcessIndex process, const profiler::TraceStart& start) override;
    profiler::Result<void> addTraceChunk(
        profiler::TraceIndex trace, const profiler::TraceChunk& chunk) override;
    profiler::Result<void> endTrace(
        profiler::TraceIndex trace, const profiler::TraceSummary& summary) override;
    profiler::Result<void> endProcess(
        profiler::ProcessIndex process, const profiler::ProcessEnd& end) override;
    profiler::Result<profiler::MonitorIndex> beginMonitor(
        const profiler::MonitorStart& start) override;
    profiler::Result<void> addCounters(
        profiler::MonitorIndex monitor, const profiler::CounterPiece& piece) override;
    profiler::Result<void> addNotice(const profiler::NoticeFact& notice) override;
    profiler::Result<void> addSource(const profiler::SourceFact& source) override;
    profiler::Result<void> addLog(const profiler::LogLine& line) override;
    profiler::Result<void> flush() override;
    profiler::Result<void> endComparison(
        profiler::ComparisonStatus status, const std::string& reason) override;

private:
    /// A process of this recording.
    struct Process {
        RowId row = 0;
        SampleWriter samples;
        IterationStats stats;
        std::vector<TraceWriter> traces;
        bool changed = false; ///< blocks since the last flush
    };

    RunWriter(std::filesystem::path file, WriterLock lock, SQLite::Database database,
        std::optional<std::string> notice);

    template <typename Write>
    profiler::Result<void> write(Write&& write);
    template <typename Change>
    profiler::Result<void> changePlan(Change change);
    void storeBlock(Process& into, const profiler::CallBlock& block);

    [[nodiscard]] Process& stored(profiler::ProcessIndex process);
    [[nodiscard]] TraceWriter& stored(profiler::TraceIndex trace);
    void begin();
    void commit();
    [[nodiscard]] profiler::Result<void> stayInPlace();
    void endDeadComparisons();
    void markRunning();
    void storeFailure();
    void close();

    std::filesystem::path m_file;
    WriterLock m_lock; ///< held until the database is closed
    std::optional<SQLite::Database> m_database; ///< nullopt after the end
    std::optional<Statements> m_statements;
    std::optional<std::string> m_placeNotice;
    std::optional<profiler::Error> m_failure;
    std::optional<profiler::ComparisonId> m_comparison;
    std::optional<LogWriter> m_log;
    std::vector<Process> m_processes;
    int m_firstProcess = 0; ///< index of m_processes[0] in the comparison
    std::vector<MonitorWriter> m_monitors;
    int m_firstMonitor = 0; ///< index of m_monitors[0] in the comparison
    bool m_inTransaction = false;
    bool m_logChanged = false; ///< since the last flush
    bool m_extends = false; ///< not marked as running yet
};

} // namespace storage
