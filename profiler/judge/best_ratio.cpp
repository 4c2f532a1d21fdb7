// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/best_ratio.h"

namespace profiler {

BestRatio bestRatio(const ComparisonResult& result)
{
    BestRatio best {.recommendation = result.recommendation, .ratio = {}, .cases = {}};
    const int variant = result.recommendation.variant;
    if (variant <= 0)
        return best;
    LogRatio sum;
    for (const auto& each : result.cases) {
        const auto index = static_cast<std::size_t>(variant);
        if (index >= each.variants.size() || each.variants[index].verdict != Verdict::Faster
            || !each.variants[index].speedUp)
            continue;
        sum += LogRatio::ofRatio(each.variants[index].speedUp->ratio.estimate);
        best.cases.push_back(each.caseIndex);
    }
    if (!best.cases.empty())
        best.ratio = (sum / static_cast<double>(best.cases.size())).ratio();
    return best;
}

} // namespace profiler
