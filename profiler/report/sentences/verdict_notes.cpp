// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/verdict_notes.h"

#include "profiler/evidence/compile/payback_series.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/thresholds.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "profiler/report/text/enum_text.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

constexpr double noticedCores = 0.05;
constexpr auto absent = "–";

std::string percent(double ratio, int digits = 2)
{
    auto number = formatNumber(100 * ratio, digits);
    if (number.ends_with(".0"))
        number.resize(number.size() - 2);
    return number + " %";
}

std::string processes(int count)
{
    return countText(count, "process", "processes");
}

bool usesDevice(const ComparisonResult& result)
{
    return result.plan.numeric.device != "cpu";
}

/// The noise of the machine is no larger than what matters to the user.
bool resolvesEffect(const ComparisonResult& result)
{
    return result.quality.noiseFloor.value_or(LogRatio())
        <= LogRatio::ofEffect(result.plan.goal.minimumEffect);
}

const Measured<std::int64_t>& peakOf(const ComparisonResult& result, const VariantResult& variant)
{
    return usesDevice(result) ? variant.peakMemory.device : variant.peakMemory.host;
}

} // namespace

std::string limitName(LimitKind kind)
{
    return textOf(kind,
        {{LimitKind::P99, "p99"}, {LimitKind::Memory, "memory"}, {LimitKind::Compile, "compile"}});
}

std::string limitAmount(LimitKind kind, double amount)
{
    return kind != LimitKind::Memory ? formatDuration(amount)
                                     : formatBytes(static_cast<std::int64_t>(amount));
}

/// Where the variant is slower, the answer is to keep eager.
Mark markOf(RecommendationKind kind)
{
    return valueFor(kind,
        {{RecommendationKind::Recommended, Mark::Good}, {RecommendationKind::KeepEager, Mark::Good},
            {RecommendationKind::Slower, Mark::Good},
            {RecommendationKind::ResultsDiffer, Mark::Bad},
            {RecommendationKind::NotComparable, Mark::Bad},
            {RecommendationKind::MachineTooBusy, Mark::Warning},
            {RecommendationKind::OneVariant, Mark::Information}},
        Mark::Neutral);
}

LogRatio negligible(const ComparisonResult& result)
{
    return std::max(LogRatio::ofEffect(result.plan.goal.minimumEffect),
        result.quality.noiseFloor.value_or(LogRatio()));
}

std::string negligibleText(const ComparisonResult& result)
{
    return "±" + percent(negligible(result).effect())
        + (!resolvesEffect(result) ? ", the noise of this machine" : ", too small to matter");
}

// ---- trust

namespace {

std::optional<MarkedText> tooFewProcesses(const VariantResult& subjectVariant)
{
    const int steady = subjectVariant.repetitionsSteady;
    if (steady >= repetitionsForVerdict)
        return std::nullopt;
    return MarkedText {Mark::Neutral,
        steady == 0 ? std::string("no process finished yet")
                    : std::to_string(steady) + " of " + std::to_string(repetitionsForVerdict)
                + " processes that a verdict needs"};
}

void addDoubts(const ComparisonResult& result, const VariantResult& subjectVariant,
    std::vector<MarkedText>& doubts)
{
    if (subjectVariant.repetitionsLeftOut > 0)
        doubts.push_back(
            {Mark::Warning, processes(subjectVariant.repetitionsLeftOut) + " left out"});
    if (result.quality.quietRatio < quietEnough)
        doubts.push_back({Mark::Warning,
            contentionText(result.quality)
                + (isDisturbed(result.quality) && !isTooBusy(result.quality)
                        ? "; ratios are of CPU time, which waiting for a core does not change"
                        : "")});
    if (!result.quality.deviceStateKnown)
        doubts.push_back({Mark::Information, "clocks and other processes of the GPU are unknown"});
    if (!resolvesEffect(result))
        doubts.push_back({Mark::Warning,
            "this machine cannot resolve " + percent(result.plan.goal.minimumEffect)});
    if (!result.quality.agentMeasured)
        doubts.push_back({Mark::Information, "timed in Python, without the agent"});
    if (!result.comparable.warnings.empty())
        doubts.push_back({Mark::Information, reasonText(result.comparable.warnings.front()),
            NoteAbout::FieldThatDiffers});
}

} // namespace

std::vector<MarkedText> trustNotes(const ComparisonResult& result, const CaseResult& caseResult)
{
    if (isImported(result.kind))
        return {{Mark::Information, importedLimits(result)}};
    const auto index = static_cast<std::size_t>(
        caseResult.recommendation.variant != 0 ? caseResult.recommendation.variant : 1);
    if (index >= caseResult.variants.size())
        return {};
    const VariantResult& subjectVariant = caseResult.variants.at(index);
    if (!isTimed(result.plan.protocol) && !subjectVariant.latency)
        return {{Mark::Information, "nothing was timed (effort look)"}};
    std::vector<MarkedText> doubts;
    if (auto few = tooFewProcesses(subjectVariant))
        doubts.push_back(std::move(*few));
    addDoubts(result, subjectVariant, doubts);
    if (doubts.empty())
        return {{Mark::Good,
            (subjectVariant.verdict == Verdict::NotComparable ? "" : "can be trusted: ")
                + processes(subjectVariant.repetitionsSteady) + ", all steady, "
                + contentionText(result.quality)}};
    const bool steady = subjectVariant.repetitionsSteady >= repetitionsForVerdict
        && subjectVariant.repetitionsLeftOut == 0;
    if (steady)
        doubts.insert(doubts.begin(),
            MarkedText {Mark::Good, processes(subjectVariant.repetitionsSteady) + ", all steady"});
    return doubts;
}

std::vector<MarkedText> redFlags(const VariantResult& variant)
{
    const int breaks = variant.graphBreaks.value_or(0);
    const int recompiles = variant.recompiles.value_or(0);
    std::string text;
    if (breaks > 0)
        text = countText(breaks, "graph break", "graph breaks");
    if (recompiles > 0)
        text += (text.empty() ? "" : ", ") + countText(recompiles, "recompile", "recompiles");
    if (text.empty())
        return {};
    return {{Mark::Warning, text}};
}

// ---- the note of a row

const LimitResult* missedLimit(const VariantResult& variant)
{
    const auto missed = std::ranges::find_if(variant.limits,
        [](const LimitResult& limit) { return !limit.met && limit.value.has_value(); });
    return missed == variant.limits.end() ? nullptr : &*missed;
}

std::string leaningWord(Verdict verdict)
{
    if (verdict == Verdict::UndecidedLeaningFaster)
        return "leaning faster";
    return verdict == Verdict::UndecidedLeaningSlower ? "leaning slower" : verdictWord(verdict);
}

namespace {

std::optional<MarkedText> limitNote(const VariantResult& variant)
{
    const auto* missed = missedLimit(variant);
    if (missed == nullptr)
        return std::nullopt;
    return MarkedText {Mark::Warning,
        limitName(missed->kind) + " over " + limitAmount(missed->kind, missed->limit) + " limit"};
}

std::optional<MarkedText> paybackNote(const ComparisonResult& result, const VariantResult& variant)
{
    const auto& evenAt = result.plan.goal.cacheKept ? variant.paybackWarm : variant.paybackCold;
    if (!evenAt)
        return std::nullopt;
    return MarkedText {Mark::Information,
        "pays back after " + countText(evenAt->calls, "call", "calls"), NoteAbout::Payback};
}

/// Short enough for a row: the whole reason is the verdict's.
std::optional<MarkedText> whatIsMissing(const VariantResult& variant)
{
    if (isUndecided(variant.verdict) && variant.speedUp && !variant.speedUp->repetitionsNeeded) {
        if (const auto precision = bestPrecisionRatio(*variant.speedUp))
            return MarkedText {
                Mark::Information, "below ±" + percent(*precision) + ": not seen here"};
    }
    if (variant.speedUp && variant.speedUp->repetitionsNeeded) {
        const int more = *variant.speedUp->repetitionsNeeded - variant.speedUp->repetitions;
        if (more > 0)
            return MarkedText {Mark::Information, processes(more) + " more would decide"};
    }
    if (variant.verdictReason.empty())
        return std::nullopt;
    return MarkedText {Mark::Information, reasonText(variant.verdictReason)};
}

} // namespace

std::string contradictionText(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant)
{
    if (variant.variant == 0 || caseResult.variants.empty() || !showsRatio(variant))
        return {};
    const auto medians = contradictingMedians(
        caseResult.variants.front(), variant, result.plan.goal.minimumEffect);
    if (!medians)
        return {};
    return "medians give " + formatRatio(*medians)
        + (variant.speedUp->time == CallTime::Cpu ? ": they hold waits for a core"
                                                  : ": calls changed between rounds");
}

std::optional<MarkedText> variantNote(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant)
{
    if (auto text = contradictionText(result, caseResult, variant); !text.empty())
        return MarkedText {Mark::Warning, std::move(text)};
    const bool chosen = caseResult.recommendation.kind == RecommendationKind::Recommended
        && caseResult.recommendation.variant == variant.variant;
    switch (variant.verdict) {
    case Verdict::Baseline:
        return limitNote(variant);
    case Verdict::Faster:
        if (auto missed = limitNote(variant))
            return missed;
        if (chosen)
            return MarkedText {Mark::Information, "best within your goal"};
        return paybackNote(result, variant);
    case Verdict::Slower:
    case Verdict::NoDifference:
        return limitNote(variant);
    default:
        return whatIsMissing(variant);
    }
}

// ---- measurement quality

namespace {

/// Empty: the workload started nothing that kept a core busy, or nobody knows.
std::optional<MarkedRow> ownProcessesRow(const MeasurementQuality& quality)
{
    if (quality.startedCores.value_or(0) < noticedCores)
        return std::nullopt;
    return MarkedRow {.name = "Own processes",
        .value = formatNumber(*quality.startedCores, 2) + " cores",
        .mark = Mark::Information,
        .reason
        = "Kept busy beside the calls by what the workload started, such as loaders of data; "
          "both sides have it."};
}

/// Empty: no process compiled while its calls were timed.
std::optional<MarkedRow> recompiledRow(const ComparisonResult& result)
{
    int most = 0;
    std::string who;
    for (const auto& caseResult : result.cases)
        for (const auto& variant : caseResult.variants) {
            if (variant.repetitionsRecompiled == 0)
                continue;
            most += variant.repetitionsRecompiled;
            who += (who.empty() ? "" : ", ") + variant.name + " (" + caseResult.name + ")";
        }
    if (most == 0)
        return std::nullopt;
    return MarkedRow {.name = "Recompiled while timed",
        .value = processes(most),
        .mark = Mark::Warning,
        .reason = "Left out of every figure, marked on Latency: " + who + "."};
}

std::string placementText(Placement placement)
{
    if (placement == Placement::Sequential)
        return ", one after the other";
    return placement == Placement::Lanes ? ", interleaved" : "";
}

Mark goodIf(bool holds)
{
    return holds ? Mark::Good : Mark::Warning;
}

MarkedRow processesRow(const ComparisonResult& result)
{
    const auto& quality = result.quality;
    const bool enough = quality.repetitions >= repetitionsForVerdict;
    return {.name = "Processes × rounds",
        .value = std::to_string(quality.repetitions) + " × " + std::to_string(quality.rounds)
            + placementText(result.info.placement),
        .mark = enough ? Mark::Good : Mark::Neutral,
        .reason = enough ? "" : "A verdict needs 3 processes; fusescope extend adds some."};
}

MarkedRow steadyRow(const MeasurementQuality& quality)
{
    return {.name = "Steady state",
        .value
        = std::to_string(quality.steadyRepetitions) + " of " + processes(quality.repetitions),
        .mark = quality.repetitions == 0
            ? Mark::Neutral
            : goodIf(quality.steadyRepetitions == quality.repetitions)};
}

MarkedRow noiseRow(const ComparisonResult& result)
{
    const auto& floor = result.quality.noiseFloor;
    return {.name = "Noise, eager vs eager",
        .value = floor ? "±" + percent(floor->effect()) : absent,
        .mark = floor ? goodIf(resolvesEffect(result)) : Mark::Neutral,
        .reason = floor ? "" : reasonText(floor.error())};
}

std::string disturbedReason(const MeasurementQuality& quality)
{
    if (quality.isDeviceDisturbed())
        return capitalized(contentionText(quality)) + "; they stay in the data.";
    return quality.deviceStateKnown
        ? "Blocks in which something else used the processor; they stay in the data."
        : "Of the host alone: clocks and other processes of the GPU were not read in every block.";
}

MarkedRow disturbedRow(const MeasurementQuality& quality)
{
    const auto quiet = quality.deviceStateKnown ? Mark::Good : Mark::Neutral;
    return {.name = quality.isDeviceDisturbed() ? "Disturbed" : "CPU contention",
        .value = percent(1 - quality.quietRatio) + " of blocks",
        .mark = quality.quietRatio < quietEnough ? Mark::Warning : quiet,
        .reason = disturbedReason(quality)};
}

MarkedRow timedByRow(const MeasurementQuality& quality)
{
    if (quality.agentMeasured)
        return {.name = "Profiler during timing", .value = "off", .mark = Mark::Good};
    return {.name = "Timed by",
        .value = "the Python loop",
        .mark = Mark::Information,
        .reason = "No agent could be loaded; Python's own loop adds some time to each call."};
}

} // namespace

std::string callsText(const MeasurementQuality& quality)
{
    const auto most = formatCount(quality.mostCalls);
    return quality.fewestCalls == quality.mostCalls
        ? most
        : formatCount(quality.fewestCalls) + " to " + most;
}

std::vector<MarkedRow> qualityRows(const ComparisonResult& result)
{
    if (isImported(result.kind))
        return {};
    const MeasurementQuality& quality = result.quality;
    std::vector<MarkedRow> rows {processesRow(result),
        {.name = "Calls per variant",
            .value = callsText(quality),
            .mark = quality.mostCalls > 0 ? Mark::Good : Mark::Neutral,
            .reason = "Steady timed calls of each variant in each case: fewest and most."},
        steadyRow(quality)};
    if (auto recompiled = recompiledRow(result))
        rows.push_back(std::move(*recompiled));
    rows.push_back(noiseRow(result));
    rows.push_back(disturbedRow(quality));
    if (auto own = ownProcessesRow(quality))
        rows.push_back(std::move(*own));
    rows.push_back(timedByRow(quality));
    return rows;
}

// ---- goal

namespace {

std::string metricText(const Goal& goal)
{
    return textOf(goal.metric,
        {{GoalMetric::Median, "lowest"}, {GoalMetric::P99, "lowest"},
            {GoalMetric::Throughput, "highest"}, {GoalMetric::Total, "least time,"}});
}

std::string metricStress(const Goal& goal)
{
    if (goal.metric != GoalMetric::Total)
        return textOf(goal.metric,
            {{GoalMetric::Median, "median"}, {GoalMetric::P99, "p99"},
                {GoalMetric::Throughput, "throughput"}});
    return goal.horizonCalls ? formatCount(*goal.horizonCalls) + " calls" : "all calls";
}

std::string metricValue(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant)
{
    const Goal& goal = result.plan.goal;
    if (goal.metric == GoalMetric::Total && goal.horizonCalls) {
        const auto cache = goal.cacheKept ? CompileCache::Kept : CompileCache::Empty;
        for (const auto& line : paybackLines(caseResult)) {
            if (line.variant != variant.variant || line.cache != cache)
                continue;
            const double saved = savedAfter(line, static_cast<double>(*goal.horizonCalls)).estimate;
            return (saved >= 0 ? "saves " : "loses ") + formatDuration(std::abs(saved));
        }
        return absent;
    }
    if (goal.metric == GoalMetric::Throughput)
        return variant.throughput
            ? formatNumber(variant.throughput->perSecond) + " " + variant.throughput->unit + "/s"
            : absent;
    if (!variant.latency)
        return absent;
    const auto& percentile
        = goal.metric == GoalMetric::P99 ? variant.latency->p99() : variant.latency->median();
    return percentile.ns ? formatDuration(*percentile.ns) : absent;
}

Mark goalMark(const CaseResult& caseResult, const VariantResult& variant)
{
    switch (caseResult.recommendation.kind) {
    case RecommendationKind::Recommended:
        return caseResult.recommendation.variant == variant.variant ? Mark::Good
                                                                    : Mark::Information;
    case RecommendationKind::KeepEager:
        return variant.variant == 0 ? Mark::Good : Mark::Information;
    default:
        return Mark::Neutral;
    }
}

MarkedRow limitRow(const LimitResult& limit)
{
    return {.name = textOf(limit.kind,
                {{LimitKind::P99, "p99 at most"}, {LimitKind::Memory, "peak memory at most"},
                    {LimitKind::Compile, "compile time at most"}}),
        .stress = limitAmount(limit.kind, limit.limit),
        .value = limit.value ? limitAmount(limit.kind, *limit.value) : absent,
        .mark = !limit.value ? Mark::Neutral
            : limit.met      ? Mark::Good
                             : Mark::Warning,
        .reason = limit.value ? "" : reasonText(limit.value.error())};
}

MarkedRow resultsRow(const ComparisonResult& result, const NumericsSummary& numerics)
{
    MarkedRow row {.name = "within",
        .stress = result.dtype + " tolerance",
        .mark = markOf(numerics),
        .reason = reasonText(numerics.reason)};
    if (const auto special = specialValuesNote(numerics.special); !special.empty()) {
        row.value = special;
        return row;
    }
    switch (numerics.status) {
    case NumericsStatus::Equal:
        row.value = "equal bit by bit";
        return row;
    case NumericsStatus::NotChecked:
        row.value = absent;
        if (row.reason.empty())
            row.reason = "The results were not compared.";
        return row;
    case NumericsStatus::WithinTolerance:
        if (numerics.relativeError && numerics.allowedError) {
            row.name = "error within";
            row.stress = percent(*numerics.allowedError) + " of fp64";
            row.value = percent(*numerics.relativeError);
            return row;
        }
        [[fallthrough]];
    case NumericsStatus::AsAccurateAsEager:
    case NumericsStatus::TooSmallToJudge:
        row.value = numericsWord(numerics.status);
        return row;
    case NumericsStatus::Close:
    case NumericsStatus::Different:
        break;
    }
    row.value = numerics.toleranceUsedRatio ? percent(*numerics.toleranceUsedRatio) + " used"
                                            : numericsWord(numerics.status);
    return row;
}

} // namespace

std::vector<MarkedRow> goalRows(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant)
{
    std::vector<MarkedRow> rows;
    rows.push_back({.name = metricText(result.plan.goal),
        .stress = metricStress(result.plan.goal),
        .value = metricValue(result, caseResult, variant),
        .mark = goalMark(caseResult, variant)});
    for (const LimitResult& limit : variant.limits)
        rows.push_back(limitRow(limit));
    if (variant.limit(LimitKind::Memory) == nullptr) {
        const auto& peak = peakOf(result, variant);
        rows.push_back({.name = "peak memory,",
            .stress = "no limit",
            .value = peak ? formatBytes(*peak) : absent,
            .mark = Mark::Information,
            .reason = peak ? "" : reasonText(peak.error())});
    }
    if (variant.variant != 0)
        rows.push_back(resultsRow(result, variant.numerics));
    return rows;
}

} // namespace profiler
