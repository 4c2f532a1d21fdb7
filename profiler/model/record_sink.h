// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/case.h"
#include "profiler/model/comparison_info.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/log_line.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/interface.h"
#include "profiler/model/plan.h"
#include "profiler/model/result.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"

#include <string>
#include <vector>

namespace profiler {

/// Where a recording goes. Calls come from one thread, in order; an error ends the recording, and
/// what was taken before stays valid.
class RecordSink : public Interface {
public:
    /// Creates the comparison's row, before the first worker starts. `info.id` is ignored.
    virtual Result<ComparisonId> beginComparison(const ComparisonInfo& info, const Plan& plan) = 0;

    /// What the plan left open: the callable's own cases (names and items alone: their inputs stay
    /// the callable's, so that the stored plan can be run again), once the first worker told them,
    /// and the placement that memory allows, before the first repetition. Both at most once.
    virtual Result<void> setCases(const std::vector<Case>& cases) = 0;
    /// More cases of a comparison that is recorded: what processes begun before ran are the others.
    virtual Result<void> addCases(const std::vector<Case>& more) = 0;
    virtual Result<void> setPlacement(Placement placement) = 0;
    /// The variants of a search, which adds to them while it runs: those recorded before stay where
    /// they are.
    virtual Result<void> setVariants(const std::vector<Variant>& variants) = 0;

    virtual Result<ProcessIndex> beginProcess(const ProcessStart& start) = 0;
    virtual Result<void> add(ProcessIndex process, const Fact& fact) = 0;
    /// A pass over one case in a trace process. Its rows follow in chunks of any size, those of one
    /// table ordered by start; the summary ends it, and a trace without one reads as not ended.
    virtual Result<TraceIndex> beginTrace(ProcessIndex process, const TraceStart& start) = 0;
    virtual Result<void> addTraceChunk(TraceIndex trace, const TraceChunk& chunk) = 0;
    virtual Result<void> endTrace(TraceIndex trace, const TraceSummary& summary) = 0;
    virtual Result<void> endProcess(ProcessIndex process, const ProcessEnd& end) = 0;

    /// A stretch in which the machine is watched. Readings follow in pieces, each ordered by time;
    /// several monitors may be open at once, and none needs an end.
    virtual Result<MonitorIndex> beginMonitor(const MonitorStart& start) = 0;
    virtual Result<void> addCounters(MonitorIndex monitor, const CounterPiece& piece) = 0;

    virtual Result<void> addNotice(const NoticeFact& notice) = 0;
    /// A place that was told before is kept as it was told first.
    virtual Result<void> addSource(const SourceFact& source) = 0;
    virtual Result<void> addLog(const LogLine& line) = 0;

    /// Makes everything handed over so far durable. The recorder calls it after each block and at
    /// least every second; a killed recorder loses only what came after the last one.
    virtual Result<void> flush() = 0;

    virtual Result<void> endComparison(ComparisonStatus status, const std::string& reason) = 0;
};

} // namespace profiler
