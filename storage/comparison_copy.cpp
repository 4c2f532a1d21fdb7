// SPDX-License-Identifier: Apache-2.0
#include "storage/library.h"
#include "storage/run_database.h"
#include "storage/run_writer.h"
#include "storage/sqlite_error.h"

#include <SQLiteCpp/Transaction.h>

namespace storage {

using namespace profiler;

namespace {

/// Hands facts over until one is refused; the first refusal is kept.
class Copying {
public:
    explicit Copying(RecordSink& sink)
        : m_sink(sink)
    {
    }

    template <typename Facts, typename Add>
    void all(const Facts& facts, ProcessIndex process, Add add)
    {
        for (const auto& fact : facts)
            if (m_done)
                m_done = (m_sink.*add)(process, fact);
    }

    template <typename Facts, typename Add>
    void all(const Facts& facts, Add add)
    {
        for (const auto& fact : facts)
            if (m_done)
                m_done = (m_sink.*add)(fact);
    }

    void process(const ProcessRecord& record)
    {
        if (!m_done)
            return;
        const auto index = m_sink.beginProcess(record.start);
        if (!index) {
            m_done = tl::unexpected(index.error());
            return;
        }
        m_done = m_sink.addEnvironment(*index, record.environment);
        all(record.phases, *index, &RecordSink::addPhase);
        all(record.blocks, *index, &RecordSink::addBlock);
        all(record.steady, *index, &RecordSink::addSteady);
        all(record.proofs, *index, &RecordSink::addProof);
        all(record.compiles, *index, &RecordSink::addCompile);
        all(record.breaks, *index, &RecordSink::addGraphBreak);
        all(record.recompiles, *index, &RecordSink::addRecompile);
        all(record.memory, *index, &RecordSink::addMemory);
        all(record.numerics, *index, &RecordSink::addNumerics);
        if (m_done && record.end)
            m_done = m_sink.endProcess(*index, *record.end);
    }

    [[nodiscard]] const Result<void>& done() const { return m_done; }

private:
    RecordSink& m_sink;
    Result<void> m_done;
};

/// A copy of a running comparison stops where it was copied.
ComparisonStatus statusOfCopy(const ComparisonInfo& info)
{
    return info.status == ComparisonStatus::Running ? ComparisonStatus::Partial : info.status;
}

/// A sink ends with the time of now.
Result<void> storeEnd(const fs::path& file, ComparisonId comparison, const ComparisonInfo& info)
{
    if (!info.ended)
        return {};
    return guarded(file, [&] {
        auto database = openToChange(file);
        Statements statements(database);
        SQLite::Transaction change(database, SQLite::TransactionBehavior::IMMEDIATE);
        statements.run(
            "UPDATE comparison SET ended_utc_ns = ? WHERE id = ?", *info.ended, comparison.value);
        change.commit();
    });
}

Result<ComparisonId> storeRecorded(
    const fs::path& file, const ComparisonData& data, const std::vector<LogLine>& log)
{
    auto sink = openForRecording(file);
    if (!sink)
        return tl::unexpected(sink.error());
    const auto id = (*sink)->beginComparison(data.info, data.plan);
    if (!id)
        return id;
    Copying copying(**sink);
    for (const ProcessRecord& process : data.processes)
        copying.process(process);
    copying.all(data.notices, &RecordSink::addNotice);
    copying.all(data.sources, &RecordSink::addSource);
    copying.all(log, &RecordSink::addLog);
    if (!copying.done())
        return tl::unexpected(copying.done().error());
    const std::string reason = data.info.status == ComparisonStatus::Running
        ? "copied while it was being recorded"
        : data.info.stopReason;
    const auto ended = (*sink)->endComparison(statusOfCopy(data.info), reason);
    return ended.map([&] { return *id; });
}

} // namespace

Result<ComparisonId> storeCopy(
    const fs::path& file, const ComparisonData& data, const std::vector<LogLine>& log)
{
    const auto id = storeRecorded(file, data, log);
    if (!id)
        return id;
    return storeEnd(file, *id, data.info)
        .and_then([&] { return storeNote(file, *id, data.note); })
        .and_then([&] { return storeTags(file, *id, data.tags); })
        .map([&] { return *id; });
}

} // namespace storage
