// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_replay.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/record_sink.h"

#include <optional>
#include <type_traits>

namespace profiler {

namespace {

/// Hands facts over until one is refused; the first refusal is kept.
class HandingOver {
public:
    HandingOver(RecordSink& sink, const TraceRowsOf& rowsOf)
        : m_sink(sink)
        , m_rowsOf(rowsOf)
    {
    }

    template <typename Facts, typename Add>
    void all(const Facts& facts, Add add)
    {
        for (const auto& fact : facts)
            if (m_done)
                m_done = (m_sink.*add)(fact);
    }

    void process(const ProcessRecord& record, ProcessIndex source)
    {
        const auto index = begun([&] { return m_sink.beginProcess(record.start); });
        if (!index)
            return;
        forEachFact(record, [&](const Fact& fact) {
            if (m_done)
                m_done = m_sink.add(*index, fact);
        });
        for (std::size_t i = 0; i < record.traces.size(); ++i)
            trace(record.traces[i], *index, {.process = source, .value = static_cast<int>(i)});
        if (m_done && record.end)
            m_done = m_sink.endProcess(*index, *record.end);
    }

    void monitor(
        const MonitorSummary& summary, MonitorIndex source, const MonitorRowsOf& countersOf)
    {
        const auto index = begun([&] { return m_sink.beginMonitor(summary.start); });
        if (!index)
            return;
        const auto counters = countersOf ? countersOf(source) : Result<MonitorRows>(MonitorRows {});
        CounterPiece piece {.missing = summary.missing};
        if (counters) {
            piece.names = counters->names;
            piece.rows = counters->rows;
        }
        m_done = m_sink.addCounters(*index, piece);
    }

    [[nodiscard]] const Result<void>& done() const { return m_done; }

private:
    /// What it returns; nothing where it, or one before it, was refused.
    template <typename Begin>
    auto begun(Begin begin) -> std::optional<typename std::invoke_result_t<Begin>::value_type>
    {
        if (!m_done)
            return std::nullopt;
        auto index = begin();
        if (index)
            return *index;
        m_done = tl::unexpected(index.error());
        return std::nullopt;
    }

    void trace(const TraceSummary& summary, ProcessIndex process, TraceIndex source)
    {
        const auto index = begun([&] { return m_sink.beginTrace(process, summary.start); });
        if (!index)
            return;
        if (const auto rows = m_rowsOf ? m_rowsOf(source) : Result<TraceRows> {}; rows)
            for (const TraceChunk& chunk :
                {TraceChunk(rows->names), TraceChunk(rows->places), TraceChunk(rows->shapes),
                    TraceChunk(rows->operators), TraceChunk(rows->kernels), TraceChunk(rows->apis),
                    TraceChunk(rows->copies), TraceChunk(rows->counters)})
                if (m_done)
                    m_done = m_sink.addTraceChunk(*index, chunk);
        if (m_done)
            m_done = m_sink.endTrace(*index, summary);
    }

    RecordSink& m_sink;
    const TraceRowsOf& m_rowsOf;
    Result<void> m_done;
};

} // namespace

TraceRowsOf rowsFrom(const std::map<TraceIndex, TraceRows>& traces)
{
    return [&traces](TraceIndex index) -> Result<TraceRows> {
        const auto found = traces.find(index);
        if (found == traces.end())
            return failure(ErrorKind::NotFound, "the rows of that trace are not there");
        return found->second;
    };
}

MonitorRowsOf countersFrom(const std::vector<MonitorRows>& monitors)
{
    return [&monitors](MonitorIndex index) -> Result<MonitorRows> {
        return monitors.at(static_cast<std::size_t>(index.value));
    };
}

Result<void> replayInto(const ComparisonData& data, RecordSink& sink, const TraceRowsOf& rowsOf,
    const MonitorRowsOf& countersOf)
{
    HandingOver facts(sink, rowsOf);
    for (std::size_t i = 0; i < data.processes.size(); ++i)
        facts.process(data.processes[i], {static_cast<int>(i)});
    for (std::size_t i = 0; i < data.monitors.size(); ++i)
        facts.monitor(data.monitors[i], {static_cast<int>(i)}, countersOf);
    facts.all(data.notices, &RecordSink::addNotice);
    facts.all(data.sources, &RecordSink::addSource);
    return facts.done();
}

} // namespace profiler
