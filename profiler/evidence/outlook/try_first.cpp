// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/outlook/try_first.h"

#include "profiler/model/case.h"
#include "profiler/model/outlook.h"
#include "profiler/model/plan.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"

#include <string>

namespace profiler {

double convolutionRatio(const TraceSummary& trace, const CallSplit& split)
{
    double ns = 0;
    for (const auto& stat : trace.operators)
        if (stat.name.find("conv") != std::string::npos)
            ns += stat.selfPerCallNs;
    const double traced = split.medianNs * split.overheadRatio;
    return traced > 0 ? ns / traced : 0;
}

TryFirst tryFirst(const CallOutlook& outlook, const TryGrounds& grounds)
{
    const auto& evidence = outlook.evidence;
    const auto& ratio = outlook.ceiling.ratio;
    if (ratio.high < worthCompiling)
        return {TryKind::LeaveEager, ratio.high};
    if (grounds.onDevice && evidence.hostRatio >= launchesWorthGraphs)
        return {TryKind::ReduceOverhead, evidence.hostRatio};
    if (!grounds.onDevice && grounds.inference
        && grounds.convolutionRatio >= convolutionsWorthFreezing)
        return {TryKind::Freezing, grounds.convolutionRatio};
    if (grounds.onDevice && evidence.libraryRatio >= bindingShare
        && evidence.peakShare.value_or(1) < farBelowPeak)
        return {TryKind::MaxAutotune, *evidence.peakShare};
    return {TryKind::Default, ratio.estimate};
}

Variant variantToTry(TryKind kind)
{
    Variant variant {.name = "default", .kind = VariantKind::Compiled};
    switch (kind) {
    case TryKind::LeaveEager:
        return {.name = "eager"};
    case TryKind::Default:
        return variant;
    case TryKind::ReduceOverhead:
        variant.name = "reduce-overhead";
        variant.compile.mode = variant.name;
        return variant;
    case TryKind::MaxAutotune:
        variant.name = "max-autotune";
        variant.compile.mode = variant.name;
        return variant;
    case TryKind::Freezing:
        variant.name = "freezing";
        variant.torch.inductor["freezing"] = "true";
        return variant;
    }
    return variant;
}

Plan planToTry(const Plan& plan, const CallOutlook& outlook)
{
    auto tried = plan;
    tried.variants = {plan.variants.at(static_cast<std::size_t>(outlook.variant)),
        variantToTry(outlook.tryFirst.kind)};
    return tried;
}

} // namespace profiler
