// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

enum class Verdict {
    Baseline,
    Faster,
    Slower,
    NoDifference,
    UndecidedLeaningFaster,
    UndecidedLeaningSlower,
    Undecided,
    NotEnoughData,
    ResultsDiffer,
    NotComparable,
    RanEager,
    Failed,
    NotJudged, ///< imported: no verdict can follow from what a profiler saw
};

} // namespace profiler
