// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/tune_steps.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/tune_facts.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace profiler {

namespace {

/// Larger: the search held it for better.
int patienceWith(const ComparisonData& data, int variant)
{
    const auto step = tuneStepOf(data, variant);
    if (!step)
        return -1;
    return 2 * step->rung + static_cast<int>(step->decision == TuneDecision::Finalist);
}

} // namespace

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

Plan planToRepeat(const ComparisonData& data)
{
    auto plan = data.plan;
    if (plan.variants.size() <= mostVariants)
        return plan;
    std::vector<int> settings;
    for (int variant = 1; std::cmp_less(variant, plan.variants.size()); ++variant)
        settings.push_back(variant);
    std::ranges::stable_sort(settings, std::ranges::greater {},
        [&](int variant) { return patienceWith(data, variant); });
    settings.resize(mostVariants - 1);
    std::ranges::sort(settings);
    plan.variants.resize(1);
    for (const auto variant : settings)
        plan.variants.push_back(data.plan.variants[static_cast<std::size_t>(variant)]);
    return plan;
}

} // namespace profiler
