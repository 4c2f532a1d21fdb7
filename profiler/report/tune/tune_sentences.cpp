// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/tune/tune_sentences.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/verdict_sentence.h"

#include <algorithm>

namespace profiler {

namespace {

std::string tunedVariantName(const ComparisonResult& judged, int variant)
{
    return judged.plan.variants.at(static_cast<std::size_t>(variant)).name;
}

const TuneRow& rowOf(const TuneOutcome& outcome, int variant)
{
    return *std::ranges::find(outcome.rows, variant, &TuneRow::variant);
}

std::string settingsText(std::size_t count)
{
    return countText(static_cast<std::int64_t>(count), "setting", "settings");
}

std::string durationText(nanoseconds time)
{
    return formatDuration(static_cast<double>(time.count()));
}

/// "1.84× faster than eager (1.78–1.90)".
std::string speedUpText(const ComparisonResult& judged, const Interval& speedUp)
{
    const auto& baseline = judged.plan.variants.front().name;
    if (speedUp.low <= 1 && speedUp.high >= 1)
        return formatOpenInterval(speedUp) + " of " + baseline;
    return formatRatio(speedUp.estimate) + (speedUp.estimate < 1 ? " than " : " faster than ")
        + baseline + " (" + formatRatioInterval(speedUp) + ")";
}

/// In the first case that says one.
std::string reasonOf(const ComparisonResult& judged, int variant)
{
    for (const auto& inCase : judged.cases)
        if (const auto& result = inCase.variants.at(static_cast<std::size_t>(variant));
            !result.verdictReason.empty())
            return reasonText(result.verdictReason);
    return {};
}

const VariantResult& resultOf(const ComparisonResult& judged, const TuneRow& row)
{
    return judged.cases.front().variants.at(static_cast<std::size_t>(row.variant));
}

/// Where no verdict says that the nearest is faster, nor that it is not.
std::string openText(const ComparisonResult& judged, const TuneRow& row, const std::string& tried)
{
    const auto& baseline = judged.plan.variants.front().name;
    auto text = "Not decided: none of " + tried + " is faster beyond doubt; the nearest is "
        + tunedVariantName(judged, row.variant);
    if (judged.cases.size() == 1 && resultOf(judged, row).speedUp)
        text += " (" + aheadText(resultOf(judged, row), baseline) + ")";
    const auto reason = reasonOf(judged, row.variant);
    return text + (reason.empty() ? "" : ": " + reason) + ".";
}

std::string keepText(const ComparisonResult& judged, const TuneOutcome& outcome)
{
    const auto& baseline = judged.plan.variants.front().name;
    const auto tried = settingsText(outcome.rows.size());
    if (!judged.cases.empty() && judged.cases.front().variants.front().verdict == Verdict::Failed)
        return "No verdict: " + baseline + " failed"
            + reasonAfter(": ", judged.cases.front().variants.front().verdictReason) + ".";
    if (outcome.best && outcome.undecided)
        return openText(judged, rowOf(outcome, *outcome.best), tried);
    auto text = "Keep " + baseline;
    if (!outcome.best)
        return text + ": none of " + tried + " ran.";
    const auto& row = rowOf(outcome, *outcome.best);
    text += ": none of " + tried + " is faster; the nearest is "
        + tunedVariantName(judged, row.variant);
    const auto ratio = row.decidedSpeedUp();
    return text + (ratio ? ", " + speedUpText(judged, *ratio) : "") + ".";
}

bool hasReason(TuneDecision decision)
{
    return decision == TuneDecision::Failed || decision == TuneDecision::RanEager
        || decision == TuneDecision::ResultsDiffer;
}

} // namespace

std::string tuneSentence(const ComparisonResult& judged, const TuneOutcome& outcome)
{
    if (outcome.keepBaseline || !outcome.best)
        return keepText(judged, outcome);
    const auto& row = rowOf(outcome, *outcome.best);
    auto text = "Of " + settingsText(outcome.rows.size()) + " use "
        + tunedVariantName(judged, row.variant) + ": " + speedUpText(judged, *row.speedUp);
    if (row.compile)
        text += ", " + durationText(*row.compile) + " to compile";
    return text + ".";
}

std::string unitSentence(const ComparisonResult& judged, const TuneOutcome& outcome)
{
    if (!outcome.smallestUnit || outcome.smallestUnit == outcome.best)
        return {};
    const auto& unit = rowOf(outcome, *outcome.smallestUnit);
    const auto& best = rowOf(outcome, *outcome.best);
    const double kept
        = static_cast<double>(unit.won->count()) / static_cast<double>(best.won->count());
    return "Compiling " + tunedVariantName(judged, unit.variant) + " alone keeps "
        + percentText(kept) + " of what it wins, for " + durationText(*unit.compile)
        + " of compile.";
}

std::string budgetSentence(const TuneOutcome& outcome)
{
    return capitalized(settingsText(outcome.rows.size())) + " in "
        + formatRoughly(static_cast<double>(outcome.spent.count())) + " of "
        + formatRoughly(static_cast<double>(outcome.budget.count())) + ".";
}

std::string tuneCode(const ComparisonResult& judged, const TuneOutcome& outcome)
{
    return outcome.best && !outcome.keepBaseline ? compileCode(judged.plan, *outcome.best)
                                                 : std::string();
}

std::string tuneDecisionText(TuneDecision decision)
{
    return textOf(decision,
        {{TuneDecision::Finalist, "measured to the end"}, {TuneDecision::Failed, "failed"},
            {TuneDecision::RanEager, "ran eager"},
            {TuneDecision::NotSteady, "its calls did not settle"},
            {TuneDecision::ResultsDiffer, "results differ"},
            {TuneDecision::Slower, "slower than the best"},
            {TuneDecision::Halved, "not among the best that the budget allows"}});
}

std::string tuneRowText(
    const ComparisonResult& judged, const TuneOutcome& outcome, const TuneRow& row)
{
    if (!row.step)
        return "the search ended before it was decided";
    auto text = tuneDecisionText(row.step->decision);
    if (row.variant == outcome.best)
        text = outcome.keepBaseline ? "the nearest" : "the best";
    const auto why = hasReason(row.step->decision) ? reasonOf(judged, row.variant) : std::string();
    return why.empty() ? text : text + ": " + why;
}

std::string searchProgressText(int rung, const std::vector<std::string>& measured,
    const std::vector<std::pair<std::string, TuneDecision>>& dropped)
{
    std::string now;
    for (const auto& name : measured)
        now += (now.empty() ? "" : ", ") + name;
    std::string out;
    for (const auto& [name, decision] : dropped)
        out += (out.empty() ? "" : ", ") + name + " (" + tuneDecisionText(decision) + ")";
    return "Round " + std::to_string(rung + 1) + ": " + now + "."
        + (out.empty() ? "" : " Out: " + out + ".");
}

} // namespace profiler
