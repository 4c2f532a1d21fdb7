// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/variant_result.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct CaseResult;

/// One variant in the statistics table of the Latency page.
struct LatencyRow {
    int variant = 0; ///< index into Plan::variants
    std::string name;
    Measured<LatencySummary> latency = missing(ReasonKind::NotRecorded);
    Measured<Interval> medianRatio = missing(ReasonKind::NotRecorded); ///< the judged speed-up
    Verdict verdict = Verdict::NotEnoughData; ///< of that
    Measured<Interval> p99Ratio = missing(ReasonKind::NotRecorded); ///< times faster at p99
    Verdict p99Verdict = Verdict::NotEnoughData; ///< of that
    std::optional<LimitResult> limit; ///< of p99
};

/// In plan order, also the variants without a timed call.
[[nodiscard]] std::vector<LatencyRow> latencyRows(const CaseResult& caseResult);

} // namespace profiler
