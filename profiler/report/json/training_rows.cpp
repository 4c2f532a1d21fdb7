// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/json/training_rows.h"

#include "profiler/evidence/training/loss_curves.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/training/training_text.h"

namespace profiler {

namespace {

constexpr auto noLoader = "nobody saw a loader of data";
constexpr auto notAgainst = "there are no two rounds that it and the baseline both ran";

Json changeJson(const Interval& change)
{
    return {{"estimate", wholeNs(change.estimate)}, {"low", wholeNs(change.low)},
        {"high", wholeNs(change.high)}};
}

void putChange(Json& object, const std::string& key, const std::optional<Interval>& change)
{
    put(object, key, change ? std::optional(changeJson(*change)) : std::nullopt, notAgainst);
}

Json splitJson(const StepSplit& split, bool isBaseline)
{
    Json object {{"whole_ns", wholeNs(split.wholeNs)}};
    for (const auto part : stepParts) {
        const auto key = keyOf(part) + "_ns";
        if (part == StepPart::DataWait && !split.dataWaitKnown)
            putMissing(object, key, noLoader);
        else
            object[key] = wholeNs(split.at(part));
    }
    object["steps"] = split.steps;
    object["rounds"] = split.rounds;
    if (isBaseline)
        return object;
    putChange(object, "whole_change_ns", split.wholeChange);
    for (const auto part : stepParts)
        putChange(object, keyOf(part) + "_change_ns", split.changeOf(part));
    return object;
}

Json distanceJson(const LossDistance& distance)
{
    Json object {
        {"steps", distance.steps}, {"both_finite", distance.bothFinite}, {"step", distance.at + 1}};
    if (distance.bothFinite) {
        object["largest"] = distance.largest;
        object["relative"] = distance.relative;
    }
    return object;
}

template <typename Distance>
void putDistance(
    Json& object, const std::string& key, const Distance& distance, const std::string& reason)
{
    put(object, key, distance ? std::optional(distanceJson(*distance)) : std::nullopt, reason);
}

Json lossesJson(const Plan& plan, int caseIndex, const LossCurves& curves, const LossSeries& series)
{
    Json row = Json::object();
    putVariant(row, plan, series.variant);
    putCase(row, plan, caseIndex);
    row["precision"] = keyOf(series.precision);
    row["random_operators"] = series.randomOperators;
    row["losses"] = Json::array();
    for (const auto& loss : series.losses)
        row["losses"].push_back(loss ? Json(*loss) : Json());
    if (!series.reason.empty())
        row["reason"] = series.reason;
    if (series.precision == LossPrecision::Fp64)
        return row;
    const auto* comparison = curves.comparisonOf(series.variant);
    constexpr auto no64 = "there are no losses in fp64 that draw the same numbers";
    if (series.variant == 0) {
        putDistance(row, "to_fp64", curves.baselineToFp64, no64);
        return row;
    }
    using Optional = std::optional<LossDistance>;
    putDistance(row, "to_baseline", comparison != nullptr ? comparison->toBaseline : Optional(),
        "the baseline has no losses");
    putDistance(row, "to_fp64", comparison != nullptr ? comparison->toFp64 : Optional(), no64);
    if (comparison != nullptr && comparison->partFrom)
        row["parts_from_step"] = *comparison->partFrom + 1;
    else
        putMissing(row, "parts_from_step", "they lie no further apart than rounding explains");
    return row;
}

void addSentence(Json& document, std::string sentence)
{
    if (!sentence.empty())
        document["sentences"].push_back(std::move(sentence));
}

} // namespace

void putStep(Json& object, const VariantResult& variant)
{
    putMeasured(object, "step", variant.step,
        [&](const StepSplit& split) { return splitJson(split, variant.variant == 0); });
}

void putTraining(Json& document, const ComparisonData& data)
{
    document["steps"] = Json::array();
    document["losses"] = Json::array();
    document["sentences"] = Json::array();
    if (data.plan.workload.task != Task::Training)
        return;
    for (const auto& caseResult : judge(data).cases) {
        const auto curves = lossCurves(data, caseResult.caseIndex);
        for (const auto& variant : caseResult.variants) {
            Json row = Json::object();
            putVariant(row, data.plan, variant.variant);
            putCase(row, data.plan, caseResult.caseIndex);
            putStep(row, variant);
            document["steps"].push_back(std::move(row));
            addSentence(document, stepSentence(data.plan, caseResult, variant.variant));
            if (variant.variant != 0)
                addSentence(document, lossSentence(data.plan, curves, variant.variant));
        }
        for (const auto& series : curves.series)
            document["losses"].push_back(
                lossesJson(data.plan, caseResult.caseIndex, curves, series));
    }
}

} // namespace profiler
