// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/tune_steps.h"

#include <algorithm>

namespace profiler {

std::optional<TuneStep> tuneStepOf(const ComparisonData& data, int variant)
{
    std::optional<TuneStep> last;
    for (const auto& process : data.processes)
        if (process.start.variant == variant && !process.tuning.empty())
            last = process.tuning.back();
    return last;
}

bool isTuned(const ComparisonData& data)
{
    return std::ranges::any_of(
        data.processes, [](const ProcessRecord& process) { return !process.tuning.empty(); });
}

bool wasDropped(const ComparisonData& data, int variant)
{
    const auto step = tuneStepOf(data, variant);
    return step
        && (step->decision == TuneDecision::Slower || step->decision == TuneDecision::Halved
            || step->decision == TuneDecision::NotSteady);
}

} // namespace profiler
