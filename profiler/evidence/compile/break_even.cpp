// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/break_even.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

/// Beyond this a count of calls means "never"; it also keeps the conversion defined.
constexpr double mostCalls = 9e15;

std::int64_t callsToPay(double cost, double saved)
{
    const double calls = std::floor(cost / saved) + 1;
    return static_cast<std::int64_t>(std::clamp(calls, 1.0, mostCalls));
}

} // namespace

std::optional<std::int64_t> breakEvenCalls(double cost, double eagerCall, double compiledCall)
{
    const double saved = eagerCall - compiledCall;
    if (!(saved > 0) || !std::isfinite(cost))
        return std::nullopt;
    return callsToPay(cost, saved);
}

std::optional<BreakEvenRange> breakEvenRange(const Interval& cost, const Interval& saved)
{
    if (!(saved.high > 0) || !std::isfinite(cost.low) || !std::isfinite(cost.high))
        return std::nullopt;
    BreakEvenRange range {.low = callsToPay(cost.low, saved.high)};
    if (saved.low > 0)
        range.high = callsToPay(cost.high, saved.low);
    return range;
}

} // namespace profiler
