// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/history/history_point.h"

#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/evidence/lanes/inputs_text.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/latency/latency_summary.h"
#include "profiler/evidence/memory/memory_rows.h"
#include "profiler/judge/configuration_fields.h"
#include "profiler/judge/speed_up.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/history/history_subject.h"
#include "profiler/model/imported_spec.h"

#include <algorithm>
#include <optional>

namespace profiler {

namespace {

using Value = Measured<HistoryValue>;

/// One variant of a recording in one case.
struct Subject {
    const ComparisonData& data;
    int caseIndex = 0;
    int variant = 0;
};

std::vector<Lane> steadyLanes(const Subject& subject, Clock clock)
{
    const LaneKey key {.variant = subject.variant, .caseIndex = subject.caseIndex, .clock = clock};
    return inState(byRepetition(lanesOf(subject.data, key)), LaneState::Steady);
}

Value percentileOf(const Subject& subject, double p)
{
    const auto lanes = steadyLanes(subject, Clock::Call);
    if (lanes.empty())
        return missing(ReasonKind::NoSteadyCall);
    const auto percentile = percentileOver(lanes, p);
    if (!percentile.ns && p == tailPercentile)
        return missing({ReasonKind::CallsNeededForP99, {percentile.needs, percentile.has}});
    if (!percentile.ns)
        return missing(ReasonKind::TooFewCalls);
    return HistoryValue {
        .value = *percentile.ns, .low = percentile.lowNs, .high = percentile.highNs};
}

Value throughputValue(const Subject& subject)
{
    const bool pipelined = hasClock(subject.data, subject.caseIndex, Clock::Pipelined);
    const auto measured = caseAt(subject.data, subject.caseIndex);
    const auto throughput
        = throughputOf(steadyLanes(subject, pipelined ? Clock::Pipelined : Clock::Call), measured,
            itemUnitOf(subject.data.plan.workload, measured));
    if (!throughput)
        return missing(throughput.error());
    HistoryValue value {.value = throughput->perSecond};
    if (throughput->low < throughput->high) {
        value.low = throughput->low;
        value.high = throughput->high;
    }
    return value;
}

bool isEager(const Subject& subject)
{
    return subject.data.plan.variants[static_cast<std::size_t>(subject.variant)].kind
        == VariantKind::Eager;
}

Value compileValue(const Subject& subject)
{
    if (isEager(subject))
        return missing(ReasonKind::CompilesNothing);
    const auto costs
        = compileCosts(subject.data, subject.variant, subject.caseIndex, ProcessKind::Cold);
    if (!costs.compile)
        return missing(costs.compile.error());
    HistoryValue value {.value = costs.compile->medianNs};
    if (costs.compile->processes > 1) {
        value.low = costs.compile->minNs;
        value.high = costs.compile->maxNs;
    }
    return value;
}

Value memoryValue(const Subject& subject)
{
    const auto peaks
        = memoryPeaks(subject.data, subject.variant, subject.caseIndex, MemoryPhase::Steady);
    const auto& shown = peaks.device ? peaks.device : peaks.host;
    if (!shown)
        return missing(shown.error());
    return HistoryValue {.value = static_cast<double>(*shown)};
}

Value breaksValue(const Subject& subject)
{
    if (isEager(subject))
        return missing(ReasonKind::CompilesNothing);
    const auto count = graphBreakCount(subject.data, subject.variant, subject.caseIndex);
    if (!count)
        return missing(count.error());
    return HistoryValue {.value = static_cast<double>(*count)};
}

Value speedUpValue(const Subject& subject)
{
    if (subject.variant == 0)
        return missing(ReasonKind::ComparedWith);
    const auto clock = decidingClock(subject.data, subject.caseIndex);
    const auto lanesOfVariant = [&](int variant) {
        return lanesOf(
            subject.data, {.variant = variant, .caseIndex = subject.caseIndex, .clock = clock});
    };
    const auto speedUp
        = speedUpOf(pairRepetitions(lanesOfVariant(0), lanesOfVariant(subject.variant)), clock);
    if (!speedUp)
        return missing(speedUp.error());
    HistoryValue value {.value = speedUp->ratio.estimate};
    if (speedUp->repetitions > 1) {
        value.low = speedUp->ratio.low;
        value.high = speedUp->ratio.high;
    }
    return value;
}

Value valueOf(const Subject& subject, HistoryMetric metric)
{
    switch (metric) {
    case HistoryMetric::Median:
        return percentileOf(subject, medianPercentile);
    case HistoryMetric::P99:
        return percentileOf(subject, tailPercentile);
    case HistoryMetric::Throughput:
        return throughputValue(subject);
    case HistoryMetric::Compile:
        return compileValue(subject);
    case HistoryMetric::Memory:
        return memoryValue(subject);
    case HistoryMetric::Breaks:
        return breaksValue(subject);
    case HistoryMetric::SpeedUp:
        return speedUpValue(subject);
    }
    return missing(ReasonKind::NotRecorded);
}

std::optional<int> caseNamed(const ComparisonData& data, const std::string& name)
{
    for (int index = 0; index < caseCount(data); ++index)
        if (name.empty() || caseAt(data, index).name == name)
            return index;
    return std::nullopt;
}

EnvironmentFields environmentOf(const ComparisonData& data, int variant)
{
    for (const auto& process : data.processes)
        if (process.start.variant == variant && !process.environment.empty())
            return process.environment;
    return {};
}

HistoryPoint pointOf(const Subject& subject, const std::string& file, HistoryMetric metric)
{
    const auto& [data, caseIndex, variant] = subject;
    const auto& planned = data.plan.variants[static_cast<std::size_t>(variant)];
    const auto measured = caseAt(data, caseIndex);
    const auto unit = itemUnitOf(data.plan.workload, measured);
    return {.file = file,
        .id = data.info.id,
        .name = data.info.name,
        .started = data.info.started,
        .utcOffsetMinutes = data.info.utcOffsetMinutes,
        .tool = "Fusescope " + data.info.toolVersion,
        .workload = data.plan.workload.spec,
        .task = keyOf(data.plan.workload.task),
        .caseName = measured.name,
        .variant = planned.name,
        .unit = measured.items ? unit : "calls",
        .environment = environmentOf(data, variant),
        .settings = settingsOf(planned),
        .value = valueOf(subject, metric)};
}

} // namespace

HistoryNeeds needsOf(HistoryMetric metric)
{
    switch (metric) {
    case HistoryMetric::Compile:
        return {.processes = {ProcessKind::Cold}, .calls = true};
    case HistoryMetric::Memory:
        return {.processes = {ProcessKind::Cold}, .memory = true};
    case HistoryMetric::Breaks:
        return {.processes = {ProcessKind::Cold, ProcessKind::ColdKept, ProcessKind::Paired},
            .compiles = true};
    case HistoryMetric::SpeedUp:
        return {.processes = {ProcessKind::Paired}, .baseline = true, .calls = true};
    case HistoryMetric::Median:
    case HistoryMetric::P99:
    case HistoryMetric::Throughput:
        break;
    }
    return {.processes = {ProcessKind::Paired}, .calls = true};
}

std::variant<HistoryPoint, LeftOut> historyPoint(
    const ComparisonData& data, const std::string& file, const HistoryQuery& query)
{
    const auto leftOut = [&](LeftOutKind kind, const std::string& why = {}) {
        return LeftOut {.kind = kind, .file = file, .id = data.info.id, .why = why};
    };
    if (data.plan.workload.spec == importedSpec)
        return leftOut(LeftOutKind::Imported);
    if (!query.workload.empty() && data.plan.workload.spec != query.workload)
        return leftOut(LeftOutKind::OtherWorkload, data.plan.workload.spec);
    const auto caseIndex = caseNamed(data, query.caseName);
    if (!caseIndex)
        return leftOut(LeftOutKind::NoSuchCase, query.caseName);
    const auto variant = variantNamed(data.plan, query.variant);
    if (!variant)
        return leftOut(LeftOutKind::NoSuchVariant, query.variant);
    return pointOf({data, *caseIndex, *variant}, file, query.metric);
}

} // namespace profiler
