// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/collecting_sink.h"

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace profiler {

/// The one road of facts to the sink. The first refusal of the sink is kept: from then on nothing
/// is handed over, and the recorder ends (`broken`). Keeps the data in memory for the stopping
/// rule, bounds the log, and makes things durable in time.
class Recording {
public:
    explicit Recording(RecordSink& sink)
        : m_memory(&sink)
    {
    }

    Recording(RecordSink& sink, ComparisonData recorded)
        : m_memory(&sink, std::move(recorded))
    {
    }

    [[nodiscard]] const ComparisonData& data() const { return m_memory.data(); }

    [[nodiscard]] bool broken() const { return m_refusal.has_value(); }

    [[nodiscard]] const std::optional<Error>& refusal() const { return m_refusal; }

    ComparisonId begin(const ComparisonInfo& info, const Plan& plan);
    void setCases(const std::vector<Case>& cases);
    void addCases(const std::vector<Case>& more);
    void setPlacement(Placement placement);
    void setVariants(const std::vector<Variant>& variants);
    ProcessIndex beginProcess(const ProcessStart& start);
    void endProcess(ProcessIndex process, const ProcessEnd& end);
    void add(ProcessIndex process, const Fact& fact); ///< a block is durable at once
    TraceIndex beginTrace(ProcessIndex process, const TraceStart& start);
    void addTraceChunk(TraceIndex trace, const TraceChunk& chunk);
    void endTrace(TraceIndex trace, const TraceSummary& summary);
    MonitorIndex beginMonitor(const MonitorStart& start);
    void addCounters(MonitorIndex monitor, const CounterPiece& piece);
    bool add(const NoticeFact& notice); ///< false: it was said before
    void add(const SourceFact& source); ///< each place once, a bounded number of them
    void log(std::optional<ProcessIndex> process, LogStream stream, const std::string& text);
    void end(ComparisonStatus status, const std::string& reason);

    void flush();
    /// Flushes when something came since the last flush and a second is nearly over.
    void flushIfDue();

private:
    template <typename T>
    void take(const Result<T>& result);
    template <typename Index>
    [[nodiscard]] Index begun(const Result<Index>& result);

    /// Lines of one process: after so many only the last ones are kept, for its end.
    struct LogCount {
        std::int64_t stored = 0;
        std::int64_t leftOut = 0;
        std::deque<LogLine> last;
    };

    void logRest(ProcessIndex process);

    CollectingSink m_memory;
    std::optional<Error> m_refusal;
    std::map<int, LogCount> m_logs;
    bool m_unsaved = false;
    std::chrono::steady_clock::time_point m_flushed = std::chrono::steady_clock::now();
};

} // namespace profiler
