// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/comparison_result.h"
#include "profiler/analysis/compile_cost.h"
#include "profiler/analysis/lanes.h"
#include "profiler/analysis/latency_summary.h"
#include "profiler/analysis/missing_process.h"
#include "profiler/analysis/speed_up.h"
#include "profiler/analysis/verdict.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

void judgeSpeedUp(VariantResult& result, const ComparisonData& data, int caseIndex)
{
    const auto clock = decidingClock(data, caseIndex);
    const auto baseline = lanesOf(data, {.variant = 0, .caseIndex = caseIndex, .clock = clock});
    const auto lanes
        = lanesOf(data, {.variant = result.variant, .caseIndex = caseIndex, .clock = clock});
    result.speedUp = speedUpOf(pairRepetitions(baseline, lanes), clock);
    if (!result.speedUp) {
        result.verdictReason = result.speedUp.error();
        return;
    }
    auto& speedUp = *result.speedUp;
    const auto again
        = lanesOf(data, {.variant = 0, .caseIndex = caseIndex, .clock = clock, .again = true});
    if (const auto deviation = noiseDeviation(pairRepetitions(baseline, again))) {
        speedUp.noiseFloorLn = noiseFloor(*deviation, speedUp.repetitions).value_or(0);
        speedUp.noiseMeasured = true;
    }
    if (speedUp.repetitions < repetitionsForVerdict || speedUp.rounds < roundsForVerdict)
        return;
    const double m = data.plan.goal.minimumEffect;
    result.verdict
        = verdictOf(speedUp.ratio, {.minimumEffect = m, .noiseFloor = speedUp.noiseFloorLn});
    if (isUndecided(result.verdict))
        speedUp.repetitionsNeeded = repetitionsNeeded(speedUp, m);
}

VariantResult judgeVariant(const ComparisonData& data, int caseIndex, int variant)
{
    const auto& planned = data.plan.variants[static_cast<std::size_t>(variant)];
    VariantResult result {.variant = variant, .name = planned.name};
    const auto lanes = byRepetition(lanesOf(data, {.variant = variant, .caseIndex = caseIndex}));
    const auto steady = inState(lanes, LaneState::Steady);
    result.repetitionsSteady = static_cast<int>(steady.size());
    result.repetitionsLeftOut = static_cast<int>(inState(lanes, LaneState::LeftOut).size());
    result.latency = summarizeLatency(steady);
    result.throughput = throughputOf(steady, caseAt(data, caseIndex), data.plan.workload.itemUnit);
    if (planned.kind == VariantKind::Compiled) {
        auto cold = compileCosts(data, variant, caseIndex, ProcessKind::Cold);
        result.compileCold = std::move(cold.compile);
        result.startUpCold = std::move(cold.startUp);
        auto kept = compileCosts(data, variant, caseIndex, ProcessKind::ColdKept);
        result.compileWarm = std::move(kept.compile);
        result.startUpWarm = std::move(kept.startUp);
    }
    if (variant == 0) {
        result.verdict = Verdict::Baseline;
        result.speedUp = missing("the baseline is what the others are compared with");
    } else {
        judgeSpeedUp(result, data, caseIndex);
    }
    return result;
}

} // namespace

ComparisonResult judge(const ComparisonData& data)
{
    ComparisonResult result {.info = data.info, .plan = data.plan};
    for (int index = 0; index < caseCount(data); ++index) {
        CaseResult caseResult {.caseIndex = index, .name = caseAt(data, index).name};
        for (std::size_t variant = 0; variant < data.plan.variants.size(); ++variant)
            caseResult.variants.push_back(judgeVariant(data, index, static_cast<int>(variant)));
        result.cases.push_back(std::move(caseResult));
    }
    return result;
}

std::vector<GraphBreak> graphBreaks(
    const ComparisonData& /*data*/, int /*variant*/, std::optional<int> /*caseIndex*/)
{
    return {};
}

} // namespace profiler
