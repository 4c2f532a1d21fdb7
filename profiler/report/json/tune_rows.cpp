// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/tune/tune_outcome.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/report/tune/tune_sentences.h"

namespace profiler {
namespace {

std::optional<std::int64_t> countOf(const std::optional<nanoseconds>& time)
{
    return time ? std::optional<std::int64_t>(time->count()) : std::nullopt;
}

Json rowJson(const ComparisonResult& judged, const TuneOutcome& outcome, const TuneRow& tried)
{
    Json row = Json::object();
    putVariant(row, judged.plan, tried.variant);
    const auto why = tried.speedUp ? "no verdict decided it"
                                   : "it has no steady repetition beside the baseline";
    if (const auto ratio = tried.decidedSpeedUp())
        row["speedup"] = intervalJson(*ratio);
    else
        putMissing(row, "speedup", why);
    putNumber(row, "median_ns", tried.medianNs, "no steady call, or several cases");
    row["repetitions"] = tried.repetitions;
    put(row, "compile_ns", countOf(tried.compile), "no process of it compiled");
    put(row, "won_ns", tried.decided ? countOf(tried.won) : std::nullopt, why);
    putNumber(row, "won_ns_per_compile_s", tried.decided ? tried.wonPerSecond : std::nullopt,
        tried.decided ? "no compile time is known" : why);
    put(row, "round", tried.step ? std::optional(tried.step->rung + 1) : std::nullopt,
        "the search ended before it was decided");
    put(row, "decision", tried.step ? std::optional(keyOf(tried.step->decision)) : std::nullopt,
        "the search ended before it was decided");
    row["why"] = tuneRowText(judged, outcome, tried);
    row["code"] = compileCode(judged.plan, tried.variant);
    return row;
}

void putName(Json& document, const std::string& key, const Plan& plan,
    const std::optional<int>& variant, const std::string& reason)
{
    if (variant)
        document[key] = plan.variants.at(static_cast<std::size_t>(*variant)).name;
    else
        putMissing(document, key, reason);
}

} // namespace

void putTuning(Json& document, const ComparisonData& data)
{
    document["tune"] = Json::array();
    if (!isTuned(data))
        return;
    const auto judged = judge(data);
    const auto outcome = tuneOutcomeOf(data, judged);
    for (const auto& row : outcome.rows)
        document["tune"].push_back(rowJson(judged, outcome, row));
    putName(document, "best", data.plan, outcome.best, "no setting ran");
    document["keep_baseline"] = outcome.keepBaseline;
    document["sentence"] = tuneSentence(judged, outcome);
    const auto code = tuneCode(judged, outcome);
    put(document, "code", code.empty() ? std::nullopt : std::optional(code),
        "the model stays as it is");
    putName(document, "smallest_unit", data.plan, outcome.smallestUnit,
        "no part of the model keeps 95 % of what the best setting wins");
    const auto unit = unitSentence(judged, outcome);
    put(document, "unit_sentence", unit.empty() ? std::nullopt : std::optional(unit),
        "there is no smaller unit than the best setting");
    document["budget_ns"] = outcome.budget.count();
    document["spent_ns"] = outcome.spent.count();
    document["budget_sentence"] = budgetSentence(outcome);
}

} // namespace profiler
