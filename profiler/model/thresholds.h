// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/log_ratio.h"

/// What the rules of measuring and judging ask for. What a user may set (the smallest relevant
/// effect, tolerances, how many repetitions are planned) stands in the plan.
namespace profiler {

// ---- verdicts
inline constexpr int repetitionsForVerdict = 3;
inline constexpr int roundsForVerdict = 10;
inline constexpr int repetitionsForBootstrap = 10;
/// From here on a recommendation asks that the verdict holds with the widened interval too.
inline constexpr int repetitionsForCorrection = 5;

// ---- the machine
/// Of the blocks; with fewer quiet ones tails get no verdict and the reader is warned.
inline constexpr double quietEnough = 0.9;
/// Eager against eager may differ by so much before anybody is told, whatever effect matters.
inline constexpr double noticedNoise = 0.03;

} // namespace profiler
