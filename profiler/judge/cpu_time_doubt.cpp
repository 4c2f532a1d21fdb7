// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/cpu_time_doubt.h"

#include "profiler/evidence/lanes/cpu_time.h"
#include "profiler/judge/comparability.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/variant_result.h"

namespace profiler {

namespace {

/// Of a call. With one thread and all data at hand it was below 0.1 % beside eight busy processes.
constexpr double waitsItself = 0.05;

/// As its processes reported.
bool isOnOneThread(const ComparisonData& data, int variant)
{
    const auto reported = reportedValues(data, variant);
    const auto threads = reported.find("threads");
    return threads != reported.end() && threads->second == FieldValues {"1"};
}

} // namespace

/// On several threads nothing decides, as they also wait for each other while they spin: two
/// threads were 1.7 times as fast as one on an idle machine, and up to five times as slow beside
/// busy processes, in CPU time too.
Reason whyNotInCpuTime(const JudgeInput& input, int caseIndex, const VariantResult& judged)
{
    for (const int variant : {0, judged.variant}) {
        if (!isOnOneThread(input.data(), variant))
            return {ReasonKind::SeveralThreads, {}};
        const auto waits = ownWaitRatio(input.steady({.variant = variant, .caseIndex = caseIndex}));
        if (waits && *waits > waitsItself)
            return {ReasonKind::CallsWait, {}};
    }
    const bool enough = judged.speedUp && judged.speedUp->repetitions >= repetitionsForVerdict;
    return enough ? Reason {} : Reason {ReasonKind::NoCpuTime, {}};
}

} // namespace profiler
