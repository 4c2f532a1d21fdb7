// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_replay.h"

#include "profiler/model/facts.h"

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
        if (!m_done)
            return;
        const auto index = m_sink.beginProcess(record.start);
        if (!index) {
            m_done = tl::unexpected(index.error());
            return;
        }
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
        if (!m_done)
            return;
        const auto index = m_sink.beginMonitor(summary.start);
        if (!index) {
            m_done = tl::unexpected(index.error());
            return;
        }
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
    void trace(const TraceSummary& summary, ProcessIndex process, TraceIndex source)
    {
        if (!m_done)
            return;
        const auto index = m_sink.beginTrace(process, summary.start);
        if (!index) {
            m_done = tl::unexpected(index.error());
            return;
        }
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
