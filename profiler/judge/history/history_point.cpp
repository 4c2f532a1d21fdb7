// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/history/history_point.h"

#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/evidence/lanes/inputs_text.h"
#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/evidence/latency/latency_summary.h"
#include "profiler/evidence/memory/memory_rows.h"
#include "profiler/judge/configuration_fields.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <optional>

namespace profiler {

namespace {

using Value = Measured<HistoryValue>;

/// One variant of a recording in one case.
struct PointSubject {
    const JudgeInput& input;
    int caseIndex = 0;
    int variant = 0;

    [[nodiscard]] const ComparisonData& data() const { return input.data(); }

    [[nodiscard]] std::vector<Lane> steadyLanes(Clock clock) const
    {
        return input.steady({.variant = variant, .caseIndex = caseIndex, .clock = clock});
    }
};

Value percentileOf(const PointSubject& subject, double p)
{
    const auto lanes = subject.steadyLanes(Clock::Call);
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

Value throughputValue(const PointSubject& subject)
{
    const bool pipelined = hasClock(subject.data(), subject.caseIndex, Clock::Pipelined);
    const auto measured = caseAt(subject.data(), subject.caseIndex);
    const auto throughput
        = throughputOf(subject.steadyLanes(pipelined ? Clock::Pipelined : Clock::Call), measured,
            itemUnitOf(subject.data().plan.workload, measured));
    if (!throughput)
        return missing(throughput.error());
    HistoryValue value {.value = throughput->perSecond};
    if (throughput->low < throughput->high) {
        value.low = throughput->low;
        value.high = throughput->high;
    }
    return value;
}

bool isEager(const PointSubject& subject)
{
    return subject.data().plan.variants[static_cast<std::size_t>(subject.variant)].kind
        == VariantKind::Eager;
}

Value compileValue(const PointSubject& subject)
{
    if (isEager(subject))
        return missing(ReasonKind::CompilesNothing);
    const auto costs
        = compileCosts(subject.data(), subject.variant, subject.caseIndex, ProcessKind::Cold);
    if (!costs.compile)
        return missing(costs.compile.error());
    HistoryValue value {.value = costs.compile->medianNs};
    if (costs.compile->processes > 1) {
        value.low = costs.compile->minNs;
        value.high = costs.compile->maxNs;
    }
    return value;
}

Value memoryValue(const PointSubject& subject)
{
    const auto peaks
        = memoryPeaks(subject.data(), subject.variant, subject.caseIndex, MemoryPhase::Steady);
    const auto& shown = peaks.device ? peaks.device : peaks.host;
    if (!shown)
        return missing(shown.error());
    return HistoryValue {.value = static_cast<double>(*shown)};
}

Value breaksValue(const PointSubject& subject)
{
    if (isEager(subject))
        return missing(ReasonKind::CompilesNothing);
    const auto count = graphBreakCount(subject.data(), subject.variant, subject.caseIndex);
    if (!count)
        return missing(count.error());
    return HistoryValue {.value = static_cast<double>(*count)};
}

Value valueOf(const PointSubject& subject, HistoryMetric metric)
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
        break; // speedUpValue
    }
    return missing(ReasonKind::NotRecorded);
}

Value speedUpValue(const VariantResult& variant)
{
    if (variant.variant == 0)
        return missing(ReasonKind::ComparedWith);
    const auto ratio = decidedRatio(variant);
    if (!ratio)
        return missing(ratio.error());
    return HistoryValue {.value = ratio->estimate, .low = ratio->low, .high = ratio->high};
}

EnvironmentFields environmentOf(const ComparisonData& data, int variant)
{
    for (const auto& process : data.processes)
        if (process.start.variant == variant && !process.environment.empty())
            return process.environment;
    return {};
}

HistoryCase caseOf(const ComparisonData& data, int caseIndex)
{
    const auto measured = caseAt(data, caseIndex);
    const auto unit = itemUnitOf(data.plan.workload, measured);
    return {.name = measured.name, .unit = measured.items ? unit : "calls"};
}

HistoryVariant variantOf(const ComparisonData& data, int variant)
{
    const auto& planned = data.plan.variants[static_cast<std::size_t>(variant)];
    return {.name = planned.name,
        .compiled = planned.kind == VariantKind::Compiled,
        .environment = environmentOf(data, variant),
        .settings = settingsOf(planned)};
}

std::vector<Value> speedUpValues(const ComparisonData& data)
{
    std::vector<Value> values;
    for (const auto& judged : judge(data).cases)
        for (const auto& variant : judged.variants)
            values.push_back(speedUpValue(variant));
    return values;
}

/// Of each case each variant.
std::vector<Value> valuesOf(const JudgeInput& input, HistoryMetric metric)
{
    if (metric == HistoryMetric::SpeedUp)
        return speedUpValues(input.data());
    const auto variants = static_cast<int>(input.data().plan.variants.size());
    std::vector<Value> values;
    for (int index = 0; index < caseCount(input.data()); ++index)
        for (int variant = 0; variant < variants; ++variant)
            values.push_back(valueOf({input, index, variant}, metric));
    return values;
}

/// An empty name is the first one's.
std::optional<std::size_t> caseNamed(const HistoryRecording& recording, const std::string& name)
{
    const auto found = std::ranges::find_if(recording.cases,
        [&](const HistoryCase& each) { return name.empty() || each.name == name; });
    if (found == recording.cases.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - recording.cases.begin());
}

/// An empty name is the first compiled one's, else the first one's.
std::optional<std::size_t> variantNamed(const HistoryRecording& recording, const std::string& name)
{
    const auto found = std::ranges::find_if(recording.variants, [&](const HistoryVariant& variant) {
        return name.empty() ? variant.compiled : variant.name == name;
    });
    if (found != recording.variants.end())
        return static_cast<std::size_t>(found - recording.variants.begin());
    return name.empty() && !recording.variants.empty() ? std::optional<std::size_t>(0)
                                                       : std::nullopt;
}

Value valueAt(
    const HistoryRecording& recording, HistoryMetric metric, std::size_t index, std::size_t variant)
{
    const auto found = recording.values.find(metric);
    const auto at = index * recording.variants.size() + variant;
    if (found == recording.values.end() || at >= found->second.size())
        return missing(ReasonKind::NotRecorded);
    return found->second[at];
}

HistoryPoint pointOf(const HistoryRecording& recording, std::size_t index, std::size_t variant,
    const std::string& file, HistoryMetric metric)
{
    const auto& chosen = recording.variants[variant];
    return {.file = file,
        .id = recording.id,
        .name = recording.name,
        .started = recording.started,
        .utcOffsetMinutes = recording.utcOffsetMinutes,
        .tool = recording.tool,
        .workload = recording.workload,
        .task = recording.task,
        .caseName = recording.cases[index].name,
        .variant = chosen.name,
        .unit = recording.cases[index].unit,
        .environment = chosen.environment,
        .settings = chosen.settings,
        .value = valueAt(recording, metric, index, variant)};
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
    case HistoryMetric::Median:
    case HistoryMetric::P99:
    case HistoryMetric::Throughput:
        break;
    case HistoryMetric::SpeedUp:
        return {.verdict = true};
    }
    return {.processes = {ProcessKind::Paired}, .calls = true};
}

HistoryRecording historyRecording(const ComparisonData& data, HistoryMetric metric)
{
    HistoryRecording recording {.id = data.info.id,
        .name = data.info.name,
        .started = data.info.started,
        .utcOffsetMinutes = data.info.utcOffsetMinutes,
        .tool = "Fusescope " + data.info.toolVersion,
        .workload = data.plan.workload.spec,
        .task = keyOf(data.plan.workload.task)};
    if (recording.workload == importedSpec)
        return recording; // it was not timed call by call
    for (int index = 0; index < caseCount(data); ++index)
        recording.cases.push_back(caseOf(data, index));
    for (int variant = 0; variant < static_cast<int>(data.plan.variants.size()); ++variant)
        recording.variants.push_back(variantOf(data, variant));
    const JudgeInput input(data);
    for (const auto each : readTogether(metric))
        recording.values[each] = valuesOf(input, each);
    return recording;
}

std::variant<HistoryPoint, LeftOut> historyPoint(
    const HistoryRecording& recording, const std::string& file, const HistoryQuery& query)
{
    const auto leftOut = [&](LeftOutKind kind, const std::string& why = {}) {
        return LeftOut {.kind = kind, .file = file, .id = recording.id, .why = why};
    };
    if (recording.workload == importedSpec)
        return leftOut(LeftOutKind::Imported);
    if (!query.workload.empty() && recording.workload != query.workload)
        return leftOut(LeftOutKind::OtherWorkload, recording.workload);
    const auto index = caseNamed(recording, query.caseName);
    if (!index)
        return leftOut(LeftOutKind::NoSuchCase, query.caseName);
    const auto variant = variantNamed(recording, query.variant);
    if (!variant)
        return leftOut(LeftOutKind::NoSuchVariant, query.variant);
    return pointOf(recording, *index, *variant, file, query.metric);
}

} // namespace profiler
