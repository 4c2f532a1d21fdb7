// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/block_size.h"

#include <algorithm>

namespace profiler {

namespace {

constexpr std::int64_t filledNs = 50'000'000;
constexpr std::int64_t longestNs = 1'000'000'000;
constexpr std::int64_t wantedCalls = 5;
constexpr std::int64_t callsForP99 = 400; ///< in one process; 368 are needed

std::int64_t ceilOf(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

} // namespace

std::int64_t callsPerBlock(const BlockSizeRequest& request)
{
    const auto call = std::max<std::int64_t>(1, request.callNs);
    const auto fitting = std::max<std::int64_t>(1, longestNs / call);
    auto calls = ceilOf(filledNs, call);
    calls = std::max(calls, std::min(wantedCalls, fitting));
    if (request.effort != Effort::Quick || request.goal == GoalMetric::P99) {
        const auto forTail = ceilOf(callsForP99, std::max(1, request.rounds));
        calls = std::max(calls, std::min(forTail, fitting));
    }
    const auto cycle = std::max<std::int64_t>(1, request.inputCycle);
    return ceilOf(calls, cycle) * cycle;
}

std::int64_t discardedCalls(std::int64_t callNs)
{
    constexpr std::int64_t longNs = 100'000'000;
    constexpr std::int64_t settlingNs = 20'000'000;
    if (callNs > longNs)
        return 1;
    return std::max<std::int64_t>(3, ceilOf(settlingNs, std::max<std::int64_t>(1, callNs)));
}

} // namespace profiler
