// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/evidence/latency/slow_call.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

struct CaseResult;

/// A slow call that is worth a sign of its own.
struct MarkedCall {
    SlowCall slow;
    double place = 0; ///< on the axis of calls
    std::int64_t number = 0; ///< of the call in the order run, from 1, warm-up included
};

struct VariantCalls {
    int variant = 0; ///< index into Plan::variants
    std::string name;
    std::vector<double> place; ///< ascending
    std::vector<double> ns;
    std::size_t warmUp = 0; ///< the first so many are warm-up
    std::array<std::int64_t, slowCauses> slow {}; ///< how many of each cause
    Reason whyEmpty;
};

/// Where the times of the calls lie, in ns.
struct CallExtent {
    double low = 0; ///< the fastest call
    double high = 0; ///< the slowest
    /// The ends of the empty stretch between the bulk, all but one in a thousand timed calls of
    /// each variant, and what is far above it, such as compiles.
    std::optional<std::pair<double, double>> gap;
};

/// Calls in the order run: the warm-up of the first process, then the timed calls of all processes
/// end to end. Rounds of all variants stand one above the other.
struct CallSeries {
    std::vector<VariantCalls> variants; ///< in plan order, also those without calls
    CallExtent extent; ///< of all variants
    std::vector<MarkedCall> marks; ///< the slowest of each variant and cause
    double warmUpEnd = 0; ///< the place after the longest warm-up
    double end = 1; ///< the last place
    std::int64_t warmUpCalls = 0; ///< of the longest
    std::vector<double> nextProcess; ///< places where the second, third… process begins
    int processes = 0;
    int recompiled = 0; ///< processes left out because they compiled while their calls were timed
    bool stretched = false; ///< variants with fewer calls a round were stretched to the same rounds
    Reason whyEmpty;
};

[[nodiscard]] CallSeries callSeries(const JudgeInput& input, const CaseResult& caseResult);

[[nodiscard]] CallExtent callExtent(const std::vector<VariantCalls>& variants);

struct CallPoint {
    double place = 0;
    double ns = 0;
};

/// What a scatter of `columns` pixel columns needs of the calls from `low` to `high`, on a
/// logarithmic axis: all of a column that has few, else its fastest and slowest and a few between.
/// Never more than 8 points a column, however many calls there are.
[[nodiscard]] std::vector<CallPoint> visibleCalls(
    const VariantCalls& calls, double low, double high, int columns);

} // namespace profiler
