// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/call_series.h"
#include "profiler/evidence/latency/latency_rows.h"
#include "profiler/evidence/latency/percentile_series.h"
#include "profiler/evidence/latency/process_series.h"
#include "profiler/evidence/latency/slow_calls.h"
#include "profiler/evidence/latency/spread_series.h"
#include "ui/comparison/comparison_view.h"

#include <memory>
#include <set>
#include <vector>

namespace profiler {
struct CaseResult;
} // namespace profiler

namespace ui {

struct JudgedComparison;

/// Everything the Latency page draws of one case, prepared from the samples on a pool thread.
struct LatencyEvidence {
    profiler::PercentileSeries percentiles;
    std::vector<profiler::QuantileVariant> quantiles;
    std::shared_ptr<const profiler::CallSeries> calls;
    profiler::ProcessSeries processes;
    std::vector<profiler::LatencyRow> rows;
    profiler::SlowCallList slow; ///< of all visible variants
};

/// Which part of a comparison the page shows; a change means that series are prepared anew.
struct LatencyScope {
    std::shared_ptr<const JudgedComparison> comparison;
    int caseIndex = 0;
    std::set<int> hidden;

    bool operator==(const LatencyScope&) const = default;

    /// The case without its hidden variants; the baseline always stays.
    [[nodiscard]] profiler::CaseResult visibleCase() const;
};

[[nodiscard]] LatencyEvidence latencyEvidence(const LatencyScope& scope);
[[nodiscard]] profiler::SpreadSeries latencySpread(
    const LatencyScope& scope, profiler::SpreadGrain grain, profiler::ValueAxis axis);

} // namespace ui
