// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ranks/device_shares.h"
#include "profiler/evidence/ranks/rank_skew.h"

#include <string>
#include <vector>

/// What is said of several devices and of several ranks.
namespace profiler {

/// "AllReduce takes 12.1 ms of a step, 8.3 ms of it exposed", the most expensive kind first and no
/// more than two; empty: nothing is communicated. `calls` share the times, and are called `unit`.
[[nodiscard]] std::string communicationSentence(
    const DeviceShare& share, std::size_t calls, const std::string& unit);

/// "device 0 is busy for 93 % of a step, device 1 for 61 %"; empty: there is one device.
[[nodiscard]] std::string devicesSentence(
    const std::vector<DeviceShare>& shares, const std::string& unit);

/// "rank 3 arrives last in 41 of 48 AllReduces, and the others wait 2.1 ms a step for it". Where
/// none comes last more often than chance would have it, that is said.
[[nodiscard]] std::string skewSentence(const RankSkew& skew, const std::string& unit);

/// How the clocks of the ranks were laid over each other, and how well.
[[nodiscard]] std::string clocksSentence(const RankSkew& skew);

/// What could not be matched, and why; empty: nothing.
[[nodiscard]] std::string unmatchedSentence(const RankSkew& skew);

} // namespace profiler
