// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/variant_result.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct CaseResult;
struct ComparisonResult;

/// N* = floor(C / (e - c)) + 1: least N with C + N c < N e, at least 1. Nothing when e <= c.
/// All in one unit.
[[nodiscard]] std::optional<std::int64_t> paybackCalls(
    double cost, double eagerCall, double compiledCall);

struct PaybackRange {
    std::int64_t low = 0;
    std::optional<std::int64_t> high; ///< missing: open upwards
};

/// [floor(C_lo/D_hi)+1, floor(C_hi/D_lo)+1] with D = e - c; open upwards when D_lo <= 0; nothing
/// when D_hi <= 0.
[[nodiscard]] std::optional<PaybackRange> paybackRange(const Interval& cost, const Interval& saved);

enum class CompileCache { Empty, Kept };

/// Time saved minus compile time of one variant: a straight line in calls.
struct PaybackLine {
    int variant = 0; ///< index into Plan::variants
    std::string name;
    CompileCache cache = CompileCache::Empty;
    Interval costNs; ///< start-up and compile; lowest and highest of the cold processes
    Interval savedNs; ///< by one call; negative where the variant is slower
    std::optional<Payback> crossing;
};

struct PaybackSeries {
    std::vector<PaybackLine> lines; ///< empty cache of each variant, then kept cache of the focused
    std::optional<std::int64_t> horizonCalls;
    double fromCalls = 10; ///< a range of calls, powers of ten, that shows what matters
    double toCalls = 1e6;
    double lowestNs = 0; ///< of what is saved in that range, with room
    double highestNs = 0;
    Reason whyEmpty; ///< in words, when there is no line
};

/// Of the variants that pay back: a band around any other would promise what no verdict gives. The
/// line crosses 0 where the judged payback is, so that page, table and sentence agree.
[[nodiscard]] PaybackSeries paybackSeries(
    const ComparisonResult& result, const CaseResult& caseResult, int focusedVariant);

/// Every variant with both caches, in plan order, for tables.
[[nodiscard]] std::vector<PaybackLine> paybackLines(const CaseResult& caseResult);

/// Calls from which `line` has saved more than `other`, at the latest; nothing when it never has.
[[nodiscard]] std::optional<std::int64_t> aheadFrom(
    const PaybackLine& line, const PaybackLine& other);

/// Saved after so many calls, compile paid, with the interval of both.
[[nodiscard]] Interval savedAfter(const PaybackLine& line, double calls);

} // namespace profiler
