// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/verdict.h"

#include <algorithm>

namespace profiler {

Verdict verdictOf(const Interval& speedUp, const VerdictThresholds& thresholds)
{
    const double tooSmall = 1 + thresholds.minimumEffect;
    const double asked = std::max(tooSmall, thresholds.noiseFloor.ratio());
    if (speedUp.low > asked)
        return Verdict::Faster;
    if (speedUp.high < 1 / asked)
        return Verdict::Slower;
    if (speedUp.low >= 1 / tooSmall && speedUp.high <= tooSmall)
        return Verdict::NoDifference;
    if (speedUp.low > 1)
        return Verdict::UndecidedLeaningFaster;
    if (speedUp.high < 1)
        return Verdict::UndecidedLeaningSlower;
    return Verdict::Undecided;
}

bool isUndecided(Verdict verdict)
{
    return verdict == Verdict::Undecided || verdict == Verdict::UndecidedLeaningFaster
        || verdict == Verdict::UndecidedLeaningSlower;
}

} // namespace profiler
