// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/judge_variant.h"

#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/evidence/compile/proofs.h"
#include "profiler/evidence/lanes/drift_of_lanes.h"
#include "profiler/evidence/lanes/inputs_text.h"
#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/evidence/lanes/paired_repetitions.h"
#include "profiler/evidence/lanes/presentation.h"
#include "profiler/evidence/latency/latency_summary.h"
#include "profiler/evidence/memory/memory_rows.h"
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/evidence/training/step_split.h"
#include "profiler/judge/comparability.h"
#include "profiler/judge/limits.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/payback.h"
#include "profiler/judge/speed_up.h"
#include "profiler/judge/summarize_imports.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <set>

namespace profiler {

namespace {

const Variant& planned(const ComparisonData& data, int variant)
{
    return data.plan.variants[static_cast<std::size_t>(variant)];
}

void countBlocks(VariantResult& result, const std::vector<Lane>& lanes)
{
    std::ptrdiff_t blocks = 0;
    std::ptrdiff_t quiet = 0;
    for (const auto& lane : lanes) {
        blocks += std::ssize(lane.blocks);
        quiet += std::ranges::count(lane.blocks, true, &TimedBlock::quiet);
    }
    result.blocks = static_cast<int>(blocks);
    result.quietRatio = blocks == 0 ? 1 : static_cast<double>(quiet) / static_cast<double>(blocks);
}

int recompiledRepetitions(const std::vector<Lane>& attempts)
{
    std::set<int> repetitions;
    for (const auto& lane : attempts) {
        if (lane.compiledWhileTimed)
            repetitions.insert(lane.repetition);
    }
    return static_cast<int>(repetitions.size());
}

bool wasCutShort(const Lane& lane)
{
    const auto& end = lane.process->end;
    return !end || end->outcome == ProcessOutcome::Interrupted;
}

/// Why a variant has no steady call; `failed` tells a failure from a recording that has not come so
/// far.
struct NoSteadyCall {
    bool failed = false;
    Reason reason;
};

NoSteadyCall whyNoSteadyCall(
    const ComparisonData& data, int variant, int caseIndex, const std::vector<Lane>& repetitions)
{
    if (auto reason = caseFailureOf(data, variant, caseIndex); !reason.empty())
        return {.failed = true, .reason = std::move(reason)};
    const auto last = std::find_if(repetitions.rbegin(), repetitions.rend(),
        [](const Lane& lane) { return lane.state == LaneState::LeftOut && !wasCutShort(lane); });
    if (last != repetitions.rend())
        return {.failed = true, .reason = last->reason};
    for (const auto kind :
        {ProcessKind::Paired, ProcessKind::Cold, ProcessKind::ColdKept, ProcessKind::Look}) {
        if (auto reason = failureOf(data, variant, kind, caseIndex); !reason.empty())
            return {.failed = true, .reason = std::move(reason)};
    }
    if (data.plan.workload.spec == importedSpec)
        return {.reason = {ReasonKind::NoProfilerStep, {}}};
    if (!isTimed(data.plan.protocol) && repetitions.empty())
        return {.reason = {ReasonKind::RecordedWithoutTiming, {}}};
    if (data.info.status == ComparisonStatus::Running)
        return {.reason = {ReasonKind::NoProcessYet, {ProcessKind::Paired}}};
    return {.reason = {ReasonKind::NoCompleteRepetition, {}}};
}

std::vector<NumericsFact> numericsFacts(const ComparisonData& data, int variant, int caseIndex)
{
    std::vector<NumericsFact> facts;
    for (const auto& process : data.processes) {
        if (process.start.variant != variant || process.start.again)
            continue;
        std::ranges::copy_if(process.numerics, std::back_inserter(facts),
            [caseIndex](const NumericsFact& fact) { return fact.caseIndex == caseIndex; });
    }
    return facts;
}

/// Results were compared with the recorded baseline's. Against another baseline a variant agrees
/// as far as both agree with the recorded one.
std::vector<NumericsFact> numericsAgainstBaseline(
    const ComparisonData& data, int variant, int caseIndex)
{
    auto facts = numericsFacts(data, variant, caseIndex);
    const int reference = recordedBaseline(data);
    if (reference == 0)
        return facts;
    auto baselines = numericsFacts(data, 0, caseIndex);
    if (variant == reference)
        return baselines; // the same pair, seen from the other side
    const auto allowed = allowedError(data.plan, variant);
    if (summarizeNumerics(baselines, allowed).status == NumericsStatus::Different)
        std::ranges::move(baselines, std::back_inserter(facts));
    return facts;
}

NumericsSummary numericsOf(const ComparisonData& data, int variant, int caseIndex)
{
    if (variant == 0)
        return {.reason = {ReasonKind::ResultsComparedWith, {}}};
    if (hasOtherInputValues(data, variant, caseIndex))
        return {.reason = {ReasonKind::OtherInputValues, {}}};
    const auto facts = numericsAgainstBaseline(data, variant, caseIndex);
    auto summary = summarizeNumerics(facts, allowedError(data.plan, variant));
    if (facts.empty()) {
        const int checked = variant == recordedBaseline(data) ? 0 : variant;
        summary.reason = whyNoProcess(data, checked, ProcessKind::Check);
    }
    return summary;
}

void refuseCompileCosts(VariantResult& result, const Reason& ofTimes, ReasonKind ofMemory)
{
    for (auto* cost :
        {&result.compileCold, &result.compileWarm, &result.startUpCold, &result.startUpWarm})
        *cost = missing(ofTimes);
    for (auto* peak : {&result.compileMemory.host, &result.compileMemory.device})
        *peak = missing(ofMemory);
}

/// A file tells nothing of what it was not made to hold, and that nothing was compiled it cannot
/// tell either.
void addImportedFigures(VariantResult& result, const ComparisonData& data, int caseIndex)
{
    const bool log = hasCompileLog(data, result.variant);
    const auto costs = log ? Reason {ReasonKind::LogHasNoCompileCost, {}}
                           : Reason {ReasonKind::NotInTrace, {"compile times"}};
    refuseCompileCosts(result, costs, ReasonKind::NotInFile);
    result.graphBreaks = missing({ReasonKind::NotInTrace, {"graph breaks"}});
    result.recompiles = missing({ReasonKind::NotInTrace, {"recompiles"}});
    if (!log)
        return;
    result.graphBreaks = graphBreakCount(data, result.variant, caseIndex);
    result.recompiles = recompileCount(data, result.variant, caseIndex);
}

bool compiledInCalls(const ProcessRecord& process)
{
    return std::ranges::any_of(process.blocks, [](const CallBlock& block) {
        return std::ranges::any_of(block.compiled, [](auto compiled) { return compiled != 0; });
    });
}

/// Calls of the variant compiled something, and torch told nothing of it here.
bool compiledElsewhere(const ComparisonData& data, int variant)
{
    return data.info.placement == Placement::Sequential
        && std::ranges::any_of(data.processes, [variant](const ProcessRecord& process) {
               return process.start.variant == variant && compiledInCalls(process)
                   && std::ranges::all_of(process.compiles, &CompileFact::startUp);
           });
}

void addCompileFigures(VariantResult& result, const ComparisonData& data, int caseIndex)
{
    if (data.plan.workload.spec == importedSpec)
        return addImportedFigures(result, data, caseIndex);
    if (planned(data, result.variant).kind == VariantKind::Eager) {
        refuseCompileCosts(result, {ReasonKind::CompilesNothing, {}}, ReasonKind::CompilesNothing);
        result.graphBreaks = 0;
        result.recompiles = 0;
        return;
    }
    auto cold = compileCosts(data, result.variant, caseIndex, ProcessKind::Cold);
    result.compileCold = std::move(cold.compile);
    result.startUpCold = std::move(cold.startUp);
    auto kept = compileCosts(data, result.variant, caseIndex, ProcessKind::ColdKept);
    result.compileWarm = std::move(kept.compile);
    result.startUpWarm = std::move(kept.startUp);
    result.compileMemory = memoryPeaks(data, result.variant, caseIndex, MemoryPhase::Compile);
    result.graphBreaks = graphBreakCount(data, result.variant, caseIndex);
    result.recompiles = recompileCount(data, result.variant, caseIndex);
    if (compiledElsewhere(data, result.variant))
        result.graphBreaks = result.recompiles = missing(ReasonKind::CompiledElsewhere);
}

void addOwnFigures(VariantResult& result, const JudgeInput& input, const CaseEvidence& evidence)
{
    const auto& data = input.data();
    const LaneKey key {.variant = result.variant, .caseIndex = evidence.caseIndex};
    const auto& attempts = input.attempts(key);
    result.repetitionsRecompiled = recompiledRepetitions(attempts);
    const auto repetitions = byRepetition(attempts);
    const auto steady = inState(repetitions, LaneState::Steady);
    result.repetitionsSteady = static_cast<int>(steady.size());
    result.repetitionsLeftOut = static_cast<int>(inState(repetitions, LaneState::LeftOut).size());
    countBlocks(result, steady);
    result.driftPercentPerMinute = driftOf(steady);
    result.latency = summarizeLatency(steady);
    auto timed = key;
    timed.clock
        = hasClock(data, evidence.caseIndex, Clock::Pipelined) ? Clock::Pipelined : Clock::Call;
    result.throughput = throughputOf(input.steady(timed), caseAt(data, evidence.caseIndex),
        itemUnitOf(data.plan.workload, caseAt(data, evidence.caseIndex)));
    if (steady.empty()) {
        const auto why = whyNoSteadyCall(data, result.variant, evidence.caseIndex, repetitions);
        result.latency = missing(why.reason);
        result.throughput = missing(why.reason);
        result.verdict = why.failed ? Verdict::Failed : Verdict::NotEnoughData;
        result.verdictReason = why.reason;
    }
    addCompileFigures(result, data, evidence.caseIndex);
    result.peakMemory = memoryPeaks(data, result.variant, evidence.caseIndex, MemoryPhase::Steady);
    result.step = stepSplit(data, result.variant, evidence.caseIndex);
    result.numerics = numericsOf(data, result.variant, evidence.caseIndex);
}

void refuse(VariantResult& result, Verdict verdict, const Reason& reason)
{
    result.verdict = verdict;
    result.verdictReason = reason;
    result.speedUp = missing(reason);
}

Reason whatToRun(const SpeedUp& speedUp)
{
    if (speedUp.repetitions < repetitionsForVerdict)
        return {ReasonKind::RunMoreRepetitions,
            {std::int64_t {repetitionsForVerdict - speedUp.repetitions}}};
    return {ReasonKind::RunMoreRounds,
        {std::int64_t {speedUp.rounds}, std::int64_t {roundsForVerdict}}};
}

/// Of an open interval: how many repetitions it needs, or that none would do.
void sayWhatDecides(VariantResult& result, const CaseEvidence& evidence, double minimumEffect)
{
    auto& speedUp = *result.speedUp;
    if (speedUp.time == CallTime::Cpu
        && isDecided(verdictOf(speedUp.ratio, {.minimumEffect = minimumEffect}))) {
        result.verdictReason
            = {ReasonKind::EagerBesideOthers, {Share {speedUp.noiseFloor.effect()}}};
        return;
    }
    VerdictThresholds atMost {.minimumEffect = minimumEffect};
    if (evidence.noiseDeviation)
        atMost.noiseFloor
            = noiseFloor(*evidence.noiseDeviation, mostRepetitionsAdvised).value_or(LogRatio());
    speedUp.repetitionsNeeded = repetitionsThatDecide(speedUp, atMost);
    if (speedUp.repetitionsNeeded)
        result.verdictReason = {ReasonKind::NeedsRepetitions,
            {std::int64_t {*speedUp.repetitionsNeeded}, std::int64_t {speedUp.repetitions}}};
    else
        result.verdictReason = {ReasonKind::NotDecidable, {std::vector {notSeenBelow(speedUp)}}};
}

/// Beside other programs the lanes of eager may lie apart as a whole, which the deviation between
/// repetitions does not hold: there the bar is how far they do.
void addNoiseFloor(SpeedUp& speedUp, const CaseEvidence& evidence)
{
    const auto floor = speedUp.time == CallTime::Cpu ? evidence.distanceOfEqual
        : evidence.noiseDeviation ? noiseFloor(*evidence.noiseDeviation, speedUp.repetitions)
                                  : std::nullopt;
    speedUp.distanceOfEqual = evidence.distanceOfEqual;
    speedUp.noiseFloor = floor.value_or(LogRatio());
    speedUp.noiseMeasured = floor.has_value();
}

/// Where eager against eager lies further apart than what matters, nothing is called equal.
bool hidesDifference(const SpeedUp& speedUp, const VerdictThresholds& thresholds)
{
    return speedUp.time == CallTime::Cpu
        && speedUp.noiseFloor > LogRatio::ofEffect(thresholds.minimumEffect);
}

/// Rules 3b to 8.
void applyTable(VariantResult& result, const CaseEvidence& evidence, double minimumEffect)
{
    auto& speedUp = *result.speedUp;
    addNoiseFloor(speedUp, evidence);
    if (!isEnoughForVerdict(speedUp)) {
        result.verdict = Verdict::NotEnoughData;
        result.verdictReason = whatToRun(speedUp);
        return;
    }
    const VerdictThresholds thresholds {
        .minimumEffect = minimumEffect, .noiseFloor = speedUp.noiseFloor};
    result.verdict = verdictOf(speedUp.ratio, thresholds);
    if (hidesDifference(speedUp, thresholds) && result.verdict == Verdict::NoDifference)
        result.verdict = Verdict::Undecided;
    if (const auto wide = speedUpAt(speedUp, evidence.correctedConfidence))
        speedUp.holdsCorrected
            = !isUndecided(result.verdict) && verdictOf(*wide, thresholds) == result.verdict;
    if (isUndecided(result.verdict))
        sayWhatDecides(result, evidence, minimumEffect);
}

/// Rule 1; a lane that did not run what its name says is compared with nothing.
Reason whyBlocked(const ComparisonData& data, const VariantResult& result,
    const VariantResult& baseline, const ProofJudgement& proof, int caseIndex)
{
    if (auto reason = whyNotPaired(data); !reason.empty())
        return reason;
    auto blocking = whyNotComparable(fieldDifferences(data, result.variant), caseIndex);
    if (blocking.empty() && proof.ranCompiled)
        blocking = {ReasonKind::OfVariant, {result.name, std::vector {proof.reason}}};
    const auto baselineProof = judgeProofs(data, 0, caseIndex);
    if (blocking.empty() && (baselineProof.ranCompiled || baselineProof.ranEager))
        blocking = {ReasonKind::OfVariant, {baseline.name, std::vector {baselineProof.reason}}};
    return blocking;
}

void sayResultsDiffer(VariantResult& result)
{
    const Tensor worst {result.numerics.worstTensor};
    result.verdict = Verdict::ResultsDiffer;
    result.verdictReason = {ReasonKind::ResultsDifferIn, {worst}};
    if (!result.numerics.reason.empty())
        result.verdictReason
            = {ReasonKind::ResultsDifferBecause, {worst, std::vector {result.numerics.reason}}};
}

/// What needs no timed call: wrong results and calls that ran eager.
void decideWithoutTiming(
    VariantResult& result, const ComparisonData& data, const CaseEvidence& evidence)
{
    const auto proof = judgeProofs(data, result.variant, evidence.caseIndex);
    if (result.numerics.status == NumericsStatus::Different)
        sayResultsDiffer(result);
    else if (proof.ranEager)
        refuse(result, Verdict::RanEager, proof.reason);
}

/// First rule of the table that holds.
void decideVerdict(VariantResult& result, const ComparisonData& data, const CaseEvidence& evidence,
    const VariantResult& baseline)
{
    if (!result.latency) { // rule 0; the words are there
        result.speedUp = missing(result.verdictReason);
        if (result.verdictReason.kind == ReasonKind::RecordedWithoutTiming)
            decideWithoutTiming(result, data, evidence);
        return;
    }
    if (!baseline.latency) {
        refuse(result,
            baseline.verdict == Verdict::Failed ? Verdict::Failed : Verdict::NotEnoughData,
            {ReasonKind::OfVariant, {baseline.name, std::vector {baseline.latency.error()}}});
        return;
    }
    const auto proof = judgeProofs(data, result.variant, evidence.caseIndex);
    const auto blocking = whyBlocked(data, result, baseline, proof, evidence.caseIndex);
    if (!blocking.empty()) {
        refuse(result, Verdict::NotComparable, blocking);
    } else if (result.numerics.status == NumericsStatus::Different) {
        sayResultsDiffer(result);
    } else if (proof.ranEager) {
        refuse(result, Verdict::RanEager, proof.reason);
    } else if (!result.speedUp) {
        result.verdict = Verdict::NotEnoughData;
        result.verdictReason = result.speedUp.error();
    } else {
        applyTable(result, evidence, data.plan.goal.minimumEffect);
    }
}

/// Only what is faster beyond doubt pays its cost back: from the medians alone a variant whose
/// interval holds 1 would be paid back after some millions of calls.
Measured<Payback> paybackIfFaster(const VariantResult& result, const Measured<PaybackTerms>& terms,
    const std::string& baseline, double baselineCallNs)
{
    switch (result.verdict) {
    case Verdict::Faster:
        return result.speedUp->time == CallTime::Cpu ? missing(ReasonKind::PaybackTooBusy)
                                                     : paybackOf(terms, baselineCallNs);
    case Verdict::Slower:
        return missing({ReasonKind::PaybackSlower, {baseline}});
    case Verdict::ResultsDiffer:
        return missing(ReasonKind::PaybackResultsDiffer);
    case Verdict::NotEnoughData:
        return missing(terms ? Reason {ReasonKind::PaybackUndecided, {baseline}} : terms.error());
    default:
        return missing(
            terms ? Reason {ReasonKind::PaybackNotClearlyFaster, {baseline}} : terms.error());
    }
}

void refusePayback(VariantResult& result, const Reason& reason)
{
    for (auto* terms : {&result.paybackTermsCold, &result.paybackTermsWarm})
        *terms = missing(reason);
    for (auto* payback : {&result.paybackCold, &result.paybackWarm})
        *payback = missing(reason);
}

void addPayback(VariantResult& result, const ComparisonData& data, const VariantResult& baseline,
    const std::vector<PairedRepetition>& pairs, int caseIndex)
{
    if (planned(data, result.variant).kind == VariantKind::Eager) {
        refusePayback(result, {ReasonKind::CompilesNothing, {}});
        return;
    }
    const double eagerNs = callNs(pairs, &PairedRepetition::baseline).value_or(0);
    result.paybackTermsCold
        = paybackTerms(data, baseline, result, pairs, caseIndex, ProcessKind::Cold);
    result.paybackTermsWarm
        = paybackTerms(data, baseline, result, pairs, caseIndex, ProcessKind::ColdKept);
    result.paybackCold = paybackIfFaster(result, result.paybackTermsCold, baseline.name, eagerNs);
    result.paybackWarm = paybackIfFaster(result, result.paybackTermsWarm, baseline.name, eagerNs);
}

void judgeBaseline(VariantResult& result)
{
    const Reason reason {ReasonKind::ComparedWith, {}};
    result.speedUp = missing(reason);
    refusePayback(result, reason);
    result.memoryVerdict = Verdict::Baseline;
    result.tailVerdict = Verdict::Baseline;
    if (result.latency || result.verdictReason.kind == ReasonKind::RecordedWithoutTiming)
        result.verdict = Verdict::Baseline;
}

/// Of an import its own figures are all there is.
void refuseToJudge(VariantResult& result)
{
    const Reason reason {ReasonKind::NotJudgedImport, {}};
    result.verdict = result.variant == 0 ? Verdict::Baseline : Verdict::NotJudged;
    result.verdictReason = result.variant == 0 ? Reason {} : reason;
    result.memoryVerdict = result.tailVerdict = result.verdict;
    result.speedUp = missing(reason);
    result.driftPercentPerMinute.reset();
    result.repetitionsLeftOut = 0;
    refusePayback(result, reason);
    result.breakCosts = missing(ReasonKind::OnlyRecordingHasBreakCosts);
    result.numerics.reason = {ReasonKind::OnlyRecordingComparesResults, {}};
}

void addBreakCosts(VariantResult& result, const ComparisonData& data, int caseIndex)
{
    const auto median = result.latency ? result.latency->median().ns : std::nullopt;
    result.breakCosts = breakCosts(data, result.variant, caseIndex, median);
    if (result.breakCosts && median)
        result.gainOfTopBreaks = gainOfFixing(*result.breakCosts, topBreaks, *median);
}

/// Verdict table on baseline peak / variant peak of steady calls (device where there is one, else
/// host): faster = needs less. The processes were not measured together, so the interval is
/// Welch's.
Verdict memoryVerdict(const ComparisonData& data, int variant, int caseIndex)
{
    const auto ratio = memoryRatio(data, variant, caseIndex);
    if (!ratio)
        return Verdict::NotEnoughData;
    return verdictOf(*ratio, {.minimumEffect = data.plan.goal.minimumMemoryEffect});
}

} // namespace

CaseEvidence evidenceOf(const JudgeInput& input, int caseIndex, CallTime time)
{
    const auto& data = input.data();
    CaseEvidence evidence {
        .caseIndex = caseIndex, .clock = decidingClock(data, caseIndex), .time = time};
    // The noise is the machine's: of the lanes that ran the same thing twice, whatever is compared.
    LaneKey key {
        .variant = recordedBaseline(data), .caseIndex = caseIndex, .clock = evidence.clock};
    const auto& once = input.attempts(key);
    key.again = true;
    const auto again = pairRepetitions(once, input.attempts(key), time);
    evidence.noiseDeviation = noiseDeviation(again);
    evidence.distanceOfEqual = distanceOfEqual(again);
    const auto variants = static_cast<double>(data.plan.variants.size());
    const double comparisons = std::max(1.0, caseCount(data) * (variants - 1));
    evidence.correctedConfidence = 1 - 0.05 / comparisons;
    return evidence;
}

JudgedVariant judgeVariant(const JudgeInput& input, const CaseEvidence& evidence, int variant,
    const VariantResult* baseline)
{
    const auto& data = input.data();
    const auto pairsOf = [&](Clock clock) {
        LaneKey key {.variant = 0, .caseIndex = evidence.caseIndex, .clock = clock};
        const auto& baselineLanes = input.attempts(key);
        key.variant = variant;
        return pairRepetitions(baselineLanes, input.attempts(key), evidence.time);
    };
    JudgedVariant judged {.result = {.variant = variant, .name = planned(data, variant).name}};
    auto& result = judged.result;
    addOwnFigures(result, input, evidence);
    if (data.plan.workload.spec == importedSpec) {
        refuseToJudge(result);
        return judged;
    }
    result.limits = limitResults(data, evidence.caseIndex, result);
    addBreakCosts(result, data, evidence.caseIndex);
    if (baseline == nullptr) {
        judgeBaseline(result);
        return judged;
    }
    const auto pairs = pairsOf(evidence.clock);
    result.speedUp = speedUpOf(pairs, evidence.clock, evidence.time);
    decideVerdict(result, data, evidence, *baseline);
    addPayback(result, data, *baseline, pairs, evidence.caseIndex);
    if (result.speedUp) {
        for (const auto& pair : pairs) {
            if (const auto m = medianLogRatios({pair}); !m.empty())
                judged.logRatioByRepetition[pair.repetition] = m.front();
        }
        judgeTail(result, pairsOf(Clock::Call), std::min(result.quietRatio, baseline->quietRatio),
            data.plan.goal.minimumEffect);
    }
    result.memoryVerdict = memoryVerdict(data, variant, evidence.caseIndex);
    return judged;
}

} // namespace profiler
