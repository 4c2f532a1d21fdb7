// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/number_text.h"
#include "profiler/report/sentences/verdict_sentence.h"

#include <string>

namespace profiler {

struct CaseResult;
struct ComparisonResult;

/// "99 of 100 calls of reduce-overhead take at most 13.2 ms, 1.17× its median of 11.31 ms; eager
/// takes up to 22.4 ms." With too few calls for p99 the last percentile that may be shown.
[[nodiscard]] std::string latencySentence(
    const CaseResult& caseResult, int variant, Emphasis emphasis = Emphasis::None);

/// Below it: which variants meet the p99 limit, what was measured, how much, how quiet.
[[nodiscard]] std::string latencyNote(
    const ComparisonResult& result, const CaseResult& caseResult, int variant);

/// For the median latencies of a case's variants: that of the smallest, ms where none is known.
[[nodiscard]] TimeUnit latencyUnit(const CaseResult& caseResult);

/// "99 of 100", "9 of 10", "half".
[[nodiscard]] std::string percentileShareText(double p);

/// Under the table: what a dash means, and how its figures are made.
[[nodiscard]] std::string latencyMethod(const CaseResult& caseResult);

} // namespace profiler
