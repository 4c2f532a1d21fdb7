// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/call_budget.h"

#include <algorithm>

namespace profiler {

std::optional<std::int64_t> CallBudget::mostWarmUpCalls() const
{
    constexpr std::int64_t fewest = 3; // the first one compiles
    return m_calls ? std::optional(std::max(*m_calls / 3, fewest)) : std::nullopt;
}

Blocks CallBudget::fitting(
    const Blocks& wanted, std::int64_t usedBefore, std::int64_t discarded) const
{
    if (!m_calls)
        return wanted;
    constexpr std::int64_t observed = 1;
    const auto left = std::max<std::int64_t>(*m_calls - usedBefore, 0);
    const auto beside = discarded + observed;
    const auto rounds = std::max<std::int64_t>(wanted.rounds, 1);
    const auto calls = std::min(wanted.calls, left / rounds - beside);
    if (calls >= 1)
        return {.rounds = wanted.rounds, .calls = calls};
    return {.rounds = static_cast<int>(std::min(rounds, left / (beside + 1))), .calls = 1};
}

} // namespace profiler
