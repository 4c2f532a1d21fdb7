// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/conclude.h"

#include "profiler/analysis/findings.h"
#include "profiler/analysis/judge.h"

namespace profiler {

ComparisonResult conclude(const ComparisonData& data)
{
    auto result = judge(data);
    if (!data.plan.variants.empty())
        result.findings = findingsOf(data, result);
    return result;
}

} // namespace profiler
