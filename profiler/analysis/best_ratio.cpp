// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/best_ratio.h"

namespace profiler {

BestRatio bestRatio(const ComparisonResult& result)
{
    BestRatio best {
        .recommendation = result.recommendation, .cases = static_cast<int>(result.cases.size())};
    const int variant = result.recommendation.variant;
    if (variant <= 0 || result.cases.empty())
        return best;
    LogRatio sum;
    for (const auto& each : result.cases) {
        const auto index = static_cast<std::size_t>(variant);
        if (index >= each.variants.size() || !each.variants[index].speedUp)
            return best;
        sum += LogRatio::ofRatio(each.variants[index].speedUp->ratio.estimate);
    }
    best.ratio = (sum / static_cast<double>(result.cases.size())).ratio();
    return best;
}

} // namespace profiler
