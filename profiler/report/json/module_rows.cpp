// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/json/module_rows.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/numerics/module_text.h"

namespace profiler {
namespace {

Json rowJson(const ModuleRow& row)
{
    constexpr auto noReference = "no fp64 reference";
    const auto& error = row.error;
    const auto& figures = error.figures;
    Json json {{"module", error.module}, {"class", error.kind}, {"call", error.call},
        {"path", figures.path}};
    put(json, "file", error.file.empty() ? std::optional<std::string>() : error.file,
        "no source was found");
    put(json, "line", error.line, "no source was found");
    if (!row.known()) {
        putMissing(json, "status", error.reason);
        return json;
    }
    json["status"] = keyOf(row.status);
    json["above_tolerance"] = row.above();
    json["dtype"] = figures.dtype;
    if (!figures.resultDtype.empty())
        json["result_dtype"] = figures.resultDtype;
    if (!figures.layoutMismatch.empty())
        json["layout_mismatch"] = figures.layoutMismatch;
    json["elements"] = figures.elements;
    json["bit_equal"] = figures.bitEqual;
    json["mismatches"] = figures.mismatches;
    putNumber(json, "max_abs", figures.maxAbs, "not comparable");
    put(json, "max_ulp", figures.maxUlp, "not comparable");
    putNumber(json, "error_baseline", row.reference, noReference);
    putNumber(json, "error_result", row.result, noReference);
    putNumber(json, "max_error_baseline", row.worstReference, noReference);
    putNumber(json, "max_error_result", row.worstResult, noReference);
    return json;
}

void putPlace(Json& json, const char* key, const ModuleTrail& trail,
    const std::optional<std::size_t>& at, const char* reason)
{
    put(json, key, at ? std::optional(rowJson(trail.rows[*at])) : std::nullopt, reason);
}

Json trailJson(const Plan& plan, int caseIndex, const ModuleTrail& trail)
{
    Json json = Json::object();
    putVariant(json, plan, trail.variant);
    putCase(json, plan, caseIndex);
    json["input_set"] = trail.inputSet;
    if (!trail.reason.empty())
        json["reason"] = trail.reason;
    put(json, "outputs_unchanged", trail.sameOutputs, "nothing was compiled");
    putPlace(json, "first_different", trail, trail.firstDifferent, "no output differs");
    putPlace(json, "first_above_tolerance", trail, trail.firstAbove, "none is");
    putPlace(json, "most_added", trail, trail.mostAdded, "no error to fp64 grows");
    json["rows"] = Json::array();
    for (const auto& row : trail.rows)
        json["rows"].push_back(rowJson(row));
    return json;
}

Json seriesJson(const Plan& plan, int variant, int caseIndex, const UlpSeries& series)
{
    Json json = Json::object();
    putVariant(json, plan, variant);
    putCase(json, plan, caseIndex);
    json["pair"] = keyOf(series.pair);
    json["text"] = pairText(plan, variant, series.pair);
    json["nan_in_both"] = series.nanInBoth;
    json["nan_in_one"] = series.nanInOne;
    json["buckets"] = Json::array();
    for (std::size_t i = 0; i < series.counts.size(); ++i) {
        const auto range = ulpRange(static_cast<int>(i));
        json["buckets"].push_back(
            {{"from_ulp", range.low}, {"to_ulp", range.high}, {"values", series.counts[i]}});
    }
    return json;
}

} // namespace

void putModules(Json& document, const ComparisonData& data)
{
    document["modules"] = Json::array();
    document["distances"] = Json::array();
    document["sentences"] = Json::array();
    const auto say = [&](std::string sentence) {
        if (!sentence.empty())
            document["sentences"].push_back(std::move(sentence));
    };
    const auto& plan = data.plan;
    for (int caseIndex = 0; caseIndex < caseCount(data); ++caseIndex)
        for (int variant = 1; variant < static_cast<int>(plan.variants.size()); ++variant) {
            const auto trail = moduleTrail(data, variant, caseIndex);
            if (trail) {
                document["modules"].push_back(trailJson(plan, caseIndex, *trail));
                say(moduleSentence(plan, *trail));
            }
            const auto distances = ulpDistances(data, variant, caseIndex);
            for (const auto& series : distances.series)
                document["distances"].push_back(seriesJson(plan, variant, caseIndex, series));
            say(distanceSentence(plan, variant, distances));
        }
}

} // namespace profiler
