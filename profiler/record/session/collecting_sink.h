// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/record_sink.h"

#include <vector>

namespace profiler {

/// Keeps a recording as ComparisonData, so that it can be judged while it runs, and hands
/// everything on to another sink when there is one. Log lines are kept only when there is none, the
/// rows of traces never.
class CollectingSink : public RecordSink {
public:
    explicit CollectingSink(RecordSink* next = nullptr)
        : m_next(next)
    {
    }

    /// Goes on with a comparison that exists already.
    CollectingSink(RecordSink* next, ComparisonData recorded)
        : m_next(next)
        , m_data(std::move(recorded))
    {
    }

    [[nodiscard]] const ComparisonData& data() const { return m_data; }

    [[nodiscard]] const std::vector<LogLine>& log() const { return m_log; }

    Result<ComparisonId> beginComparison(const ComparisonInfo& info, const Plan& plan) override;
    Result<void> setCases(const std::vector<Case>& cases) override;
    Result<void> addCases(const std::vector<Case>& more) override;
    Result<void> setPlacement(Placement placement) override;
    Result<void> setVariants(const std::vector<Variant>& variants) override;
    Result<ProcessIndex> beginProcess(const ProcessStart& start) override;
    Result<void> add(ProcessIndex process, const Fact& fact) override;
    Result<TraceIndex> beginTrace(ProcessIndex process, const TraceStart& start) override;
    Result<void> addTraceChunk(TraceIndex trace, const TraceChunk& chunk) override;
    Result<void> endTrace(TraceIndex trace, const TraceSummary& summary) override;
    Result<void> endProcess(ProcessIndex process, const ProcessEnd& end) override;
    Result<MonitorIndex> beginMonitor(const MonitorStart& start) override;
    Result<void> addCounters(MonitorIndex monitor, const CounterPiece& piece) override;
    Result<void> addNotice(const NoticeFact& notice) override;
    Result<void> addSource(const SourceFact& source) override;
    Result<void> addLog(const LogLine& line) override;
    Result<void> flush() override;
    Result<void> endComparison(ComparisonStatus status, const std::string& reason) override;

private:
    ProcessRecord& record(ProcessIndex process);

    RecordSink* m_next;
    ComparisonData m_data;
    std::vector<LogLine> m_log;
};

} // namespace profiler
