// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/tune/tune_sentences.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/sentences/reason_text.h"

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

/// Faster by its interval, and yet without a verdict: of too busy a machine, say.
std::string unprovenText(const ComparisonResult& judged, const TuneRow& row)
{
    return "Keep " + judged.plan.variants.front().name + " until "
        + tunedVariantName(judged, row.variant) + " is measured again: "
        + speedUpText(judged, *row.speedUp) + ", but " + reasonOf(judged, row.variant) + ".";
}

std::string keepText(const ComparisonResult& judged, const TuneOutcome& outcome)
{
    const auto tried = settingsText(outcome.rows.size());
    auto text = "Keep " + judged.plan.variants.front().name;
    if (!outcome.best)
        return text + ": none of " + tried + " ran.";
    const auto& row = rowOf(outcome, *outcome.best);
    if (row.speedUp && row.speedUp->low > 1 && !reasonOf(judged, row.variant).empty())
        return unprovenText(judged, row);
    text += ": none of " + tried + " is faster beyond doubt; the nearest is "
        + tunedVariantName(judged, row.variant);
    return text + (row.speedUp ? ", " + speedUpText(judged, *row.speedUp) : "") + ".";
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
