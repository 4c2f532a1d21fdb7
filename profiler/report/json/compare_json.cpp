// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/documents.h"
#include "profiler/report/json/family_json.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/json/outlook_json.h"
#include "profiler/report/json/training_rows.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/text/enum_text.h"

namespace profiler {
namespace {

Json speedUpJson(const SpeedUp& speedUp)
{
    return {{"estimate", speedUp.ratio.estimate}, {"low", speedUp.ratio.low},
        {"high", speedUp.ratio.high}, {"repetitions", speedUp.repetitions},
        {"rounds", speedUp.rounds}, {"clock", keyOf(speedUp.clock)},
        {"time", speedUp.time == CallTime::Cpu ? "cpu" : "wall"}};
}

/// What the noise of the machine allows: how many repetitions decide, what can be told apart.
void putPrecision(Json& row, const VariantResult& variant)
{
    constexpr auto tooFew = "needs 3 repetitions";
    const auto* speedUp = variant.speedUp ? &*variant.speedUp : nullptr;
    const auto why
        = isUndecided(variant.verdict) ? reasonText(variant.verdictReason) : "it is not undecided";
    put(row, "needs_repetitions", speedUp ? speedUp->repetitionsNeeded : std::nullopt, why);
    putNumber(row, "precision_ratio", speedUp ? bestPrecisionRatio(*speedUp) : std::nullopt,
        speedUp ? tooFew : "there is no ratio");
    const auto& noise = speedUp ? speedUp->distanceOfEqual : std::nullopt;
    putNumber(row, "eager_again_ratio", noise ? std::optional(noise->effect()) : std::nullopt,
        speedUp ? "eager did not run again in 3 repetitions" : "there is no ratio");
}

/// How far other work on the machine reached into the timed blocks.
Json machineJson(const MeasurementQuality& quality)
{
    Json object {{"disturbed_block_ratio", 1 - quality.quietRatio},
        {"contended_block_ratio", quality.contendedRatio},
        {"lowered_clock_block_ratio", quality.loweredClockRatio},
        {"shared_device_block_ratio", quality.sharedDeviceRatio},
        {"most_disturbed_block_ratio", mostDisturbedRatio},
        {"eager_again_in_each", quality.noiseBounded}, {"too_busy", isTooBusy(quality)}};
    putNumber(object, "started_cores", quality.startedCores, "too short blocks, or an older file");
    if (isTooBusy(quality))
        object["advice"] = whatToDoWhenBusy();
    else
        putMissing(object, "advice", "the machine was quiet enough");
    return object;
}

void putSpeedUp(Json& row, const VariantResult& variant)
{
    switch (variant.verdict) {
    case Verdict::Baseline:
        return putMissing(row, "speedup", "the baseline is compared with, not compared");
    case Verdict::RanEager:
    case Verdict::Failed:
    case Verdict::NotComparable:
    case Verdict::NotJudged:
        return putMissing(row, "speedup",
            variant.verdictReason.empty() ? verdictWord(variant.verdict)
                                          : reasonText(variant.verdictReason));
    default:
        putMeasured(row, "speedup", variant.speedUp, speedUpJson);
    }
}

Json percentileJson(const Percentile& percentile)
{
    if (percentile.ns)
        return wholeNs(*percentile.ns);
    return {{"needs", percentile.needs}, {"has", percentile.has}};
}

Json latencyJson(const LatencySummary& latency)
{
    Json object {{"n", latency.calls}, {"mean", wholeNs(latency.meanNs)},
        {"sd", wholeNs(latency.sdNs)}, {"min", wholeNs(latency.minNs)},
        {"max", wholeNs(latency.maxNs)}};
    for (std::size_t i = 0; i < percentiles.size(); ++i)
        object[std::string(percentiles[i].key)] = percentileJson(latency.percentiles[i]);
    return object;
}

Json throughputJson(const Throughput& throughput)
{
    return {{"unit", throughput.unit}, {"per_s", throughput.perSecond}};
}

Json compileCostJson(const CompileCost& cost)
{
    return wholeNs(cost.medianNs);
}

Json paybackJson(const Payback& even)
{
    Json object {{"estimate", even.calls}, {"low", even.low}};
    put(object, "high", even.high, "open upwards: the interval holds gains down to none");
    return object;
}

template <typename Value, typename ToJson>
Json coldAndWarm(const Value& cold, const Value& warm, ToJson toJson)
{
    Json object = Json::object();
    putMeasured(object, "cold", cold, toJson);
    putMeasured(object, "warm", warm, toJson);
    return object;
}

Json peaksJson(const MemoryPeaks& peaks)
{
    const auto same = [](auto value) { return Json(value); };
    Json object = Json::object();
    putMeasured(object, "host", peaks.host, same);
    putMeasured(object, "device", peaks.device, same);
    return object;
}

Json numericsJson(const NumericsSummary& numerics)
{
    Json object {{"status", keyOf(numerics.status)}};
    if (!numerics.reason.empty())
        object["status_reason"] = reasonText(numerics.reason);
    const auto reason
        = numerics.reason.empty() ? "nothing was comparable" : reasonText(numerics.reason);
    putNumber(object, "max_abs", numerics.maxAbs, reason);
    putNumber(object, "max_rel", numerics.maxRel, reason);
    putNumber(object, "cosine", numerics.cosine, reason);
    putNumber(object, "relative_error", numerics.relativeError, "no fp64 reference");
    putNumber(
        object, "allowed_error", numerics.allowedError, "both sides compute in one precision");
    const auto special = [&](const char* key, std::int64_t SpecialValues::*count) {
        put(object, key, numerics.special ? std::optional(*numerics.special.*count) : std::nullopt,
            "not counted in this recording");
    };
    special("nan_baseline", &SpecialValues::nanBaseline);
    special("nan_result", &SpecialValues::nanVariant);
    special("infinite_baseline", &SpecialValues::infiniteBaseline);
    special("infinite_result", &SpecialValues::infiniteVariant);
    object["tensors"] = numerics.tensors;
    object["tensors_too_small_to_judge"] = numerics.tooSmall;
    return object;
}

Json limitsJson(const std::vector<LimitResult>& limits)
{
    Json array = Json::array();
    for (const auto& limit : limits) {
        Json row {
            {"what", limitName(limit.kind)}, {"met", limit.met}, {"limit", wholeNs(limit.limit)}};
        putMeasured(row, "value", limit.value, wholeNs);
        array.push_back(std::move(row));
    }
    return array;
}

/// What the plan leaves open is left out here: null is for what is missing. The user's own options
/// may hold a null that means something.
Json withoutNulls(const Json& plan)
{
    if (!plan.is_object())
        return plan;
    Json given = Json::object();
    for (const auto& [key, value] : plan.items())
        if (!value.is_null())
            given[key] = key == "options" ? value : withoutNulls(value);
    return given;
}

/// All that the plan says of a variant beside its name.
Json settingsJson(const Json& variants, int variant)
{
    const auto index = static_cast<std::size_t>(variant);
    auto settings = index < variants.size() ? withoutNulls(variants[index]) : Json::object();
    settings.erase("name");
    return settings;
}

std::string noGain(const VariantResult& variant)
{
    if (!variant.breakCosts)
        return reasonText(variant.breakCosts.error());
    return variant.latency ? "no record names its breaks, or they cost more than a call takes"
                           : "it has no steady calls";
}

Json variantJson(const Json& plan, const VariantResult& variant)
{
    const auto same = [](auto value) { return Json(value); };
    auto settings = settingsJson(plan["variants"], variant.variant);
    Json row {{"name", variant.name}, {"settings", std::move(settings)}};
    putSpeedUp(row, variant);
    row["verdict"] = keyOf(variant.verdict);
    if (!variant.verdictReason.empty())
        row["verdict_reason"] = reasonText(variant.verdictReason);
    putPrecision(row, variant);
    row["repetitions_left_out"] = variant.repetitionsLeftOut;
    row["repetitions_recompiled_while_timed"] = variant.repetitionsRecompiled;
    putMeasured(row, "latency_ns", variant.latency, latencyJson);
    putMeasured(row, "throughput", variant.throughput, throughputJson);
    row["compile_ns"] = coldAndWarm(variant.compileCold, variant.compileWarm, compileCostJson);
    row["start_up_ns"] = coldAndWarm(variant.startUpCold, variant.startUpWarm, compileCostJson);
    row["compile_total_ns"] = coldAndWarm(totalCost(variant.compileCold, variant.startUpCold),
        totalCost(variant.compileWarm, variant.startUpWarm), compileCostJson);
    row["break_even_calls"] = coldAndWarm(variant.paybackCold, variant.paybackWarm, paybackJson);
    row["peak_memory_bytes"] = peaksJson(variant.peakMemory);
    row["compile_memory_bytes"] = peaksJson(variant.compileMemory);
    putMeasured(row, "graph_breaks", variant.graphBreaks, same);
    putMeasured(row, "recompiles", variant.recompiles, same);
    putMeasured(row, "graph_break_cost_ns", variant.breakCosts,
        [](const BreakCosts& costs) { return costJson(costs.all); });
    if (variant.gainOfTopBreaks)
        row["top_breaks_fixed"] = gainJson(*variant.gainOfTopBreaks);
    else
        putMissing(row, "top_breaks_fixed", noGain(variant));
    if (plan["workload"].value("task", "") == keyOf(Task::Training))
        putStep(row, variant);
    row["numerics"] = numericsJson(variant.numerics);
    row["memory_verdict"] = keyOf(variant.memoryVerdict);
    row["tail_verdict"] = keyOf(variant.tailVerdict);
    row["limits"] = limitsJson(variant.limits);
    return row;
}

/// The variant to use is named only where the recommendation names one.
Json recommendedJson(
    const ComparisonResult& result, const Recommendation& recommendation, std::string sentence)
{
    Json object = Json::object();
    const bool named = recommendation.kind == RecommendationKind::Recommended
        || recommendation.kind == RecommendationKind::KeepEager;
    const int variant
        = recommendation.kind == RecommendationKind::KeepEager ? 0 : recommendation.variant;
    const auto reason
        = recommendationWord(recommendation.kind) + reasonAfter(": ", recommendation.reason);
    if (named)
        putVariant(object, result.plan, variant);
    else
        putMissing(object, "variant", reason);
    object["sentence"] = std::move(sentence);
    if (named)
        object["code"] = compileCode(result.plan, variant);
    else
        putMissing(object, "code", reason);
    object["kind"] = keyOf(recommendation.kind);
    return object;
}

Json caseJson(const ComparisonResult& result, const Json& plan, const CaseResult& caseResult)
{
    Json variants = Json::array();
    for (const auto& variant : caseResult.variants)
        variants.push_back(variantJson(plan, variant));
    Json object {{"name", caseResult.name}};
    if (caseResult.inputs.empty())
        putMissing(object, "inputs", "an imported trace does not tell them");
    else
        object["inputs"] = caseResult.inputs;
    object["recommended"]
        = recommendedJson(result, caseResult.recommendation, verdictSentence(result, caseResult));
    if (!isImported(result.kind))
        putOutlook(object, result, caseResult);
    object["variants"] = std::move(variants);
    return object;
}

Json partsJson(const std::vector<TimePart>& parts, bool ofTwo)
{
    Json object = Json::object();
    for (const auto& part : parts)
        object[part.key] = ofTwo ? Json {{"baseline_ns", wholeNs(part.baselineNs)},
                               {"variant_ns", wholeNs(part.variantNs)},
                               {"difference_ns", wholeNs(part.changeNs())}}
                                 : wholeNs(part.variantNs);
    return object;
}

/// Of each variant but the first: the parts add up to the difference.
Json differencesJson(const ComparisonResult& result)
{
    Json rows = Json::array();
    for (std::size_t i = 1; i < result.plan.variants.size(); ++i) {
        const auto variant = static_cast<int>(i);
        Json row {{"variant", result.plan.variants[i].name},
            {"baseline", result.plan.variants.front().name}};
        if (const auto* difference = differenceOf(result, variant)) {
            row["baseline_ns"] = wholeNs(difference->baselineNs);
            row["variant_ns"] = wholeNs(difference->variantNs);
            row["difference_ns"] = wholeNs(difference->changeNs());
            row["by_class"] = partsJson(difference->parts, true);
        } else {
            for (const char* key : {"baseline_ns", "variant_ns", "difference_ns", "by_class"})
                putMissing(row, key, reasonText(result.imported->noDifference));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

void putTrace(Json& row, const TraceFacts& trace)
{
    if (trace.device.empty())
        putMissing(row, "device", "the file does not name its device");
    else
        row["device"] = trace.device;
    put(row, "steps", trace.marksSteps ? std::optional(trace.steps) : std::nullopt,
        "the trace has no ProfilerStep");
    put(row, "step_ns", trace.stepNs ? std::optional(std::llround(*trace.stepNs)) : std::nullopt,
        "no trace was imported");
    const auto none = trace.hasTrace ? reasonText(trace.noDevice) : "no trace was imported";
    putNumber(row, "busy_ratio", trace.busyRatio, none);
    const auto count = [&](const char* key, std::int64_t value) {
        put(row, key, none.empty() ? std::optional(value) : std::nullopt, none);
    };
    count("kernels_per_step", trace.kernels);
    count("launches_per_step", trace.launches);
    count("graph_launches_per_step", trace.graphLaunches);
    row["by_class_ns"] = partsJson(trace.parts, false);
}

/// What is known of each file.
Json tracesJson(const ComparisonResult& result)
{
    Json rows = Json::array();
    for (const auto& facts : result.imported->variants) {
        Json row {{"variant", facts.name}};
        putTrace(row, facts.trace);
        rows.push_back(std::move(row));
    }
    return rows;
}

Json comparisonJson(const ComparisonResult& result)
{
    Json object {{"id", result.info.id.value}, {"name", result.info.name}};
    const auto text
        = [&](const char* key, const std::string& value, const char* why = "not recorded") {
              if (value.empty())
                  putMissing(object, key, why);
              else
                  object[key] = value;
          };
    text("time", utcText(result.info.started), noTimeTold);
    object["status"] = keyOf(result.info.status);
    object["workload"] = result.plan.workload.spec;
    text("device", result.device);
    text("dtype", result.dtype);
    return object;
}

} // namespace

std::string compareJson(const ComparisonResult& result, const std::vector<FamilyRange>& peers)
{
    const auto plan = Json::parse(planToJson(result.plan));
    Json cases = Json::array();
    for (const auto& caseResult : result.cases)
        cases.push_back(caseJson(result, plan, caseResult));
    Json comparable {{"blocking", reasonTexts(result.comparable.blocking)},
        {"warnings", reasonTexts(result.comparable.warnings)}};
    Json document {{"schema", 1}, {"kind", keyOf(result.kind)},
        {"comparison", comparisonJson(result)}, {"goal", withoutNulls(plan["goal"])},
        {"recommended", recommendedJson(result, result.recommendation, settingsSentence(result))},
        {"comparable", std::move(comparable)}, {"placement", keyOf(result.info.placement)},
        {"machine", machineJson(result.quality)}, {"cases", std::move(cases)}};
    if (result.imported) {
        document["differences"] = differencesJson(result);
        document["traces"] = tracesJson(result);
    }
    if (!peers.empty())
        document["family"] = listJson(peers, familyRangeJson);
    return written(document);
}

} // namespace profiler
