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
/// Nobody is told to run more repetitions than these; what they would not decide is not decidable.
inline constexpr int mostRepetitionsAdvised = 30;

// ---- the machine
/// Of the blocks; with fewer quiet ones tails get no verdict and the reader is warned.
inline constexpr double quietEnough = 0.9;
/// Where something else ran in more than this share of the blocks, their times decide nothing.
inline constexpr double mostDisturbedRatio = 0.25;
/// Eager against eager may differ by so much before anybody is told, whatever effect matters.
inline constexpr double noticedNoise = 0.03;

} // namespace profiler
