// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/trace/trace_figures.h"
#include "profiler/report/documents.h"
#include "profiler/report/json/json_values.h"

#include <functional>

/// The rows of the parts of `show`. For .cpp files only.
namespace profiler {

struct ComparisonData;
struct ComparisonResult;
struct ProcessStart;
enum class TracePass;
struct TraceSummary;

[[nodiscard]] Json environmentRows(const ComparisonData& data);
[[nodiscard]] Json callRows(const ComparisonData& data);
[[nodiscard]] Json numericsRows(const ComparisonData& data);
[[nodiscard]] Json memoryRows(const ComparisonData& data);
[[nodiscard]] Json peakRows(const ComparisonData& data);
[[nodiscard]] Json programRows(const ComparisonData& data);

[[nodiscard]] Json compileRows(const ComparisonData& data);
/// What torch told while it compiled, beside the compiles: `processes` with phases and steps,
/// `caches`, `missed_keys`, `guards`, `autotune`, `generated_code`.
void putCompilePhases(Json& document, const ComparisonData& data);
[[nodiscard]] Json breakRows(const ComparisonData& data);
[[nodiscard]] Json recompileRows(const ComparisonData& data);
[[nodiscard]] Json findingRows(const ComparisonResult& result);
[[nodiscard]] Json topBreakRows(const ComparisonResult& result);

using FillTraceRow
    = std::function<void(Json& row, const ProcessStart&, const TraceSummary&, TraceIndex)>;
/// A row for each trace of a pass, in the order recorded: variant, case, calls, and what `fill`
/// puts behind them.
[[nodiscard]] Json rowsOfTraces(
    const ComparisonData& data, TracePass pass, const FillTraceRow& fill);
[[nodiscard]] Json launchDelayJson(const LaunchDelay& delay);

/// Of the pass that watches operators and kernels; one for each variant and case.
[[nodiscard]] Json traceRows(const ComparisonData& data, const TraceRowsOf& rowsOf);
[[nodiscard]] Json kernelRows(const ComparisonData& data, const TraceRowsOf& rowsOf);
[[nodiscard]] Json operatorRows(const ComparisonData& data);
/// Of the pass that samples the host's Python stack.
[[nodiscard]] Json hostLineRows(const ComparisonData& data, const TraceRowsOf& rowsOf);

/// `ledger`: of each case and compiled variant its kernels beside the eager work of the same lines;
/// `sides`: their sums, and how much of the compiled time is matched.
void putLedgers(Json& document, const ComparisonData& data, const TraceRowsOf& rowsOf);

/// `tune`: the settings that a search tried, and beside them what it found; empty of other files.
void putTuning(Json& document, const ComparisonData& data);

/// `slow`: calls that took much longer than the others, each with its cause, most time first;
/// `causes`: how many of each cause, and what share of the time above the median.
void putSlowCalls(Json& document, const ComparisonData& data);

/// `communication`: of each traced process its devices and what they communicate; `ranks`: of each
/// variant whose file holds several ranks how they lie beside each other.
void putCommunication(Json& document, const ComparisonData& data, const TraceRowsOf& rowsOf);

/// Of each case and variant what the device did in a call, and what was read while it was timed.
[[nodiscard]] Json gpuRows(const ComparisonData& data, const ShownBulk& bulk);
/// Each stretch in which the host or a device was watched, with what its counters told.
[[nodiscard]] Json monitorRows(const ComparisonData& data, const MonitorRowsOf& countersOf);

} // namespace profiler
