// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/report/sentences/verdict_notes.h"

namespace profiler {

Mark markOf(NumericsStatus status, const std::optional<double>& cosine)
{
    switch (status) {
    case NumericsStatus::Equal:
        return Mark::Good;
    case NumericsStatus::Close:
    case NumericsStatus::AsAccurateAsEager:
        return cosine && *cosine < leastCosine ? Mark::Information : Mark::Good;
    case NumericsStatus::Different:
        return Mark::Bad;
    case NumericsStatus::TooSmallToJudge:
    case NumericsStatus::NotChecked:
        break;
    }
    return Mark::Neutral;
}

Mark markOf(const NumericsSummary& numerics)
{
    const auto mark = markOf(numerics.status, numerics.cosine);
    return mark == Mark::Good && numerics.tooSmall > 0 ? Mark::Information : mark;
}

} // namespace profiler
