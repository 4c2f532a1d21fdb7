// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/outlook/call_outlook.h"

#include "profiler/evidence/outlook/try_first.h"
#include "profiler/evidence/trace/data_wait.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/process_record.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace profiler {
namespace {

const VariantResult* eagerVariant(const ComparisonData& data, const CaseResult& inCase)
{
    for (const auto& variant : inCase.variants)
        if (data.plan.variants.at(static_cast<std::size_t>(variant.variant)).kind
            == VariantKind::Eager)
            return &variant;
    return nullptr;
}

/// By some variant, or as the workload says for all.
bool compilesTheOptimizer(const Plan& plan)
{
    const auto holds = [](const std::vector<CompiledPart>& parts) {
        return std::ranges::any_of(parts, [](const CompiledPart& part) {
            return part.target == "step" || part.target == "optimizer";
        });
    };
    return holds(plan.workload.parts)
        || std::ranges::any_of(
            plan.variants, [&](const Variant& variant) { return holds(variant.parts); });
}

/// The last one recorded speaks; null: none was.
template <typename Fact>
const Fact* lastOf(
    const ComparisonData& data, std::vector<Fact> ProcessRecord::*list, int caseIndex)
{
    const Fact* last = nullptr;
    for (const auto& process : data.processes)
        for (const auto& fact : process.*list)
            if (fact.caseIndex == caseIndex)
                last = &fact;
    return last;
}

EagerCall eagerCall(const ComparisonData& data, const CaseResult& inCase,
    const VariantResult& eager, const CallSplit& split, const TraceSummary& trace)
{
    EagerCall call {.split = split,
        .dataWaitNs = dataWaitNs(trace) / std::max(split.overheadRatio, 1.0),
        .onDevice = split.busyRatio.has_value(),
        .work = lastOf(data, &ProcessRecord::work, inCase.caseIndex)};
    if (const auto roofs = machineRoofs(data))
        call.roofs = *roofs;
    if (const auto* trial = lastOf(data, &ProcessRecord::trials, inCase.caseIndex))
        call.graphs = trial->graphs.value_or(1);
    if (eager.step && !compilesTheOptimizer(data.plan))
        call.optimizerNs = eager.step->at(StepPart::Optimizer);
    return call;
}

std::optional<double> bandwidthOfFusible(const EagerCall& call, double ns)
{
    if (call.work == nullptr || !call.roofs)
        return std::nullopt;
    std::int64_t bytes = 0;
    for (const auto& row : call.work->operators)
        bytes += row.library ? 0 : row.bytes;
    return bandwidthShare(*call.roofs, bytes, ns);
}

std::optional<double> peakOfLibrary(const EagerCall& call, double ns)
{
    const auto roof = libraryRoof(call);
    if (!roof || ns <= 0 || roof->computeNs <= 0)
        return std::nullopt;
    return (roof->computeNs + roof->memoryNs) / ns;
}

/// Of a broken compile both figures and reason are kept.
Reason whyCutShort(const TrialFact& fact)
{
    switch (fact.outcome) {
    case TrialOutcome::Done:
        return {};
    case TrialOutcome::TooLong:
        return {ReasonKind::TrialTooLong, {fact.reason}};
    case TrialOutcome::Failed:
        break;
    }
    return {ReasonKind::TrialFailed, {fact.reason}};
}

void addBreak(std::vector<GraphBreak>& breaks, const GraphBreakFact& fact)
{
    const auto same = std::ranges::find_if(breaks, [&](const GraphBreak& known) {
        return std::tie(known.file, known.line, known.id)
            == std::tie(fact.file, fact.line, fact.id);
    });
    if (same != breaks.end()) {
        ++same->records;
        return;
    }
    breaks.push_back({.id = fact.id,
        .reason = fact.reason,
        .explanation = fact.explanation,
        .hint = fact.hint.empty() ? fact.explanation : fact.hint,
        .file = fact.file,
        .line = fact.line,
        .function = fact.function,
        .records = 1,
        .caseIndex = fact.caseIndex});
}

} // namespace

BoundEvidence boundEvidence(const EagerCall& call)
{
    BoundEvidence evidence;
    evidence.onDevice = call.onDevice;
    auto whole = call;
    whole.optimizerNs = 0; // what binds a call does, compiled or not
    const auto ceiling = ceilingOf(whole);
    const auto nowOf = [&](CeilingPart part) {
        const auto found = std::ranges::find(ceiling.parts, part, &CeilingTime::part);
        return found == ceiling.parts.end() ? 0.0 : found->nowNs;
    };
    const double all = std::max(ceiling.medianNs, 1.0);
    evidence.libraryRatio = nowOf(CeilingPart::Library) / all;
    evidence.fusibleRatio = (nowOf(CeilingPart::Fusible) + nowOf(CeilingPart::NotCompiled)) / all;
    evidence.hostRatio = nowOf(CeilingPart::Host) / all;
    evidence.dataRatio = nowOf(CeilingPart::Data) / all;
    evidence.otherRatio
        = (nowOf(CeilingPart::Communication) + nowOf(CeilingPart::Unexplained)) / all;
    evidence.peakShare = peakOfLibrary(call, nowOf(CeilingPart::Library));
    evidence.bandwidthShare = bandwidthOfFusible(call, nowOf(CeilingPart::Fusible));
    return evidence;
}

BoundBy boundBy(const BoundEvidence& evidence, const EagerCall& call)
{
    const auto roof = libraryRoof(call);
    const double bound = roof ? roof->computeNs + roof->memoryNs : 0;
    const double inMemory = bound > 0 ? roof->memoryNs / bound : 0; // of the library's work
    const std::array<std::pair<double, BoundBy>, 4> shares {
        {{evidence.libraryRatio * (1 - inMemory), BoundBy::Compute},
            {evidence.fusibleRatio + evidence.libraryRatio * inMemory, BoundBy::Memory},
            {evidence.hostRatio, BoundBy::LaunchesAndHost},
            {evidence.dataRatio, BoundBy::WaitingForData}}};
    const auto& most = *std::ranges::max_element(shares);
    if (evidence.otherRatio >= bindingShare)
        return BoundBy::Unknown;
    return most.first >= bindingShare ? most.second : BoundBy::Mixed;
}

Measured<CallOutlook> callOutlook(const ComparisonData& data, const CaseResult& inCase)
{
    const auto* eager = eagerVariant(data, inCase);
    if (eager == nullptr)
        return missing(ReasonKind::NoEagerVariant);
    const auto* trace = tracedCallsOf(data, eager->variant, inCase.caseIndex).trace;
    const auto split = splitOfCall(data, *eager, inCase.caseIndex);
    if (trace == nullptr || !split)
        return missing(
            split ? whyNotTraced(data, eager->variant, inCase.caseIndex) : split.error());
    const auto call = eagerCall(data, inCase, *eager, *split, *trace);
    CallOutlook outlook {
        .variant = eager->variant, .evidence = boundEvidence(call), .ceiling = ceilingOf(call)};
    if (outlook.ceiling.withoutSizes.empty())
        if (const auto roofs = machineRoofs(data); !roofs)
            outlook.ceiling.withoutSizes = roofs.error();
    outlook.boundBy = boundBy(outlook.evidence, call);
    outlook.tryFirst = tryFirst(outlook,
        {.onDevice = call.onDevice,
            .inference = data.plan.workload.task == Task::Inference,
            .convolutionRatio = convolutionRatio(*trace, *split)});
    return outlook;
}

Measured<TrialBreaks> trialBreaks(const ComparisonData& data, int caseIndex)
{
    const auto* fact = lastOf(data, &ProcessRecord::trials, caseIndex);
    if (fact == nullptr)
        return missing(
            data.plan.protocol.trialCompile ? ReasonKind::NoTrial : ReasonKind::TrialLeftOut);
    TrialBreaks trial {.graphs = fact->graphs, .cutShort = whyCutShort(*fact)};
    for (const auto& each : fact->breaks)
        addBreak(trial.breaks, each);
    return trial;
}

} // namespace profiler
