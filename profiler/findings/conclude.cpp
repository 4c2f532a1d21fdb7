// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"

#include "profiler/findings/findings.h"
#include "profiler/judge/judge.h"

namespace profiler {

ComparisonResult conclude(const ComparisonData& data)
{
    auto result = judge(data);
    if (!data.plan.variants.empty())
        result.findings = findingsOf(data, result);
    return result;
}

} // namespace profiler
