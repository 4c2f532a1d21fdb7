// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/training/training_text.h"

#include "profiler/evidence/training/step_split.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/listed_by_and.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace profiler {

namespace {

const VariantResult* resultOf(const CaseResult& caseResult, int variant)
{
    const auto found = std::ranges::find(caseResult.variants, variant, &VariantResult::variant);
    return found == caseResult.variants.end() ? nullptr : &*found;
}

/// As the subject of a clause.
std::string spokenPart(StepPart part)
{
    return textOf(part,
        {{StepPart::DataWait, "the wait for data"}, {StepPart::Forward, "forward"},
            {StepPart::Backward, "backward"}, {StepPart::Optimizer, "the optimizer"},
            {StepPart::Other, "the rest"}});
}

/// The parts by how much they changed, then the others: "backward −9 ms, forward −3 ms, the
/// optimizer unchanged, the wait for data not decided". What no step has is left out.
std::string partsText(const StepSplit& split, double baselineNs)
{
    std::vector<StepPart> changed;
    std::vector<std::string> unchanged;
    std::vector<std::string> open;
    constexpr double worthAWord = 0.01;
    for (const auto part : stepParts) {
        const auto& interval = split.changeOf(part);
        const auto change = interval ? stepChange(*interval, baselineNs) : StepChange::NotDecided;
        const double moved = interval ? std::abs(interval->estimate) : 0;
        const bool isNamed = part != StepPart::Other || moved > worthAWord * baselineNs;
        if (change == StepChange::Changed)
            changed.push_back(part);
        else if (isNamed && split.at(part) > worthAWord * split.wholeNs)
            (change == StepChange::Unchanged ? unchanged : open).push_back(spokenPart(part));
    }
    std::ranges::stable_sort(changed, [&](StepPart a, StepPart b) {
        return std::abs(split.changeOf(a)->estimate) > std::abs(split.changeOf(b)->estimate);
    });
    std::string text;
    for (const auto part : changed)
        text += (text.empty() ? "" : ", ") + spokenPart(part) + " "
            + signedDuration(split.changeOf(part)->estimate);
    // A step that became slower by parts that are all unchanged would contradict itself.
    if (changed.empty())
        return "in which part is not decided";
    for (const auto& [parts, words] :
        {std::pair(unchanged, " unchanged"), std::pair(open, " not decided")})
        if (!parts.empty())
            text += ", " + listedByAnd(parts) + words;
    return text;
}

bool isSlower(const VariantResult& variant)
{
    return variant.verdict == Verdict::Slower;
}

/// The clocked steps say what the timed calls say.
bool clockedStepsAgree(const VariantResult& variant, double baselineNs)
{
    const auto& change = variant.step->wholeChange;
    return change && stepChange(*change, baselineNs) == StepChange::Changed
        && (change->estimate > 0) == isSlower(variant);
}

/// Of a verdict of faster or slower.
std::string changedStepSentence(const VariantResult& variant, double baselineNs, Emphasis emphasis)
{
    const std::string word = isSlower(variant) ? "slower" : "faster";
    if (!clockedStepsAgree(variant, baselineNs))
        return "The step became " + stressed(word, emphasis) + " with " + variant.name
            + "; the steps whose parts were clocked do not tell in which part.";
    const auto& split = *variant.step;
    return "The step became "
        + stressed(formatDuration(std::abs(split.wholeChange->estimate)) + " " + word, emphasis)
        + " with " + variant.name + ": " + partsText(split, baselineNs) + ".";
}

std::string largestPartText(const StepSplit& split)
{
    const auto largest
        = *std::ranges::max_element(stepParts, {}, [&](StepPart part) { return split.at(part); });
    return spokenPart(largest) + " takes most of it, " + formatDuration(split.at(largest)) + " ("
        + percentText(split.at(largest) / split.wholeNs) + ")";
}

std::string amount(double loss)
{
    return formatNumber(loss, 2);
}

/// "as much as eager differs from fp64 (1.1e-4)".
std::string asMuchAs(
    const LossDistance& apart, const LossDistance& rounding, const std::string& name)
{
    const auto behind = name + " differs from fp64 (" + amount(rounding.largest) + ")";
    if (rounding.largest <= 0)
        return name + " does not differ from fp64";
    const double times = apart.largest / rounding.largest;
    constexpr double alike = 1.5;
    if (times > alike)
        return formatNumber(times, 2) + " times as much as " + behind;
    return times < 1 / alike ? "less than " + behind : "as much as " + behind;
}

std::string stepsText(std::size_t steps)
{
    return countText(static_cast<std::int64_t>(steps), "step", "steps");
}

} // namespace

std::string stepPartName(StepPart part)
{
    return textOf(part,
        {{StepPart::DataWait, "data wait"}, {StepPart::Forward, "forward"},
            {StepPart::Backward, "backward"}, {StepPart::Optimizer, "optimizer"},
            {StepPart::Other, "other"}});
}

std::string stepSentence(
    const Plan& plan, const CaseResult& caseResult, int variant, Emphasis emphasis)
{
    const auto* result = resultOf(caseResult, variant);
    if (plan.workload.task != Task::Training || result == nullptr)
        return {};
    if (!result->step && result->step.error().kind == ReasonKind::NotRecorded)
        return {};
    if (!result->step)
        return "The parts of a step of " + result->name
            + " are not known: " + reasonText(result->step.error()) + ".";
    const auto& split = *result->step;
    const auto whole = formatDuration(split.wholeNs);
    const auto* baseline = resultOf(caseResult, 0);
    if (variant == 0 || baseline == nullptr || !baseline->step)
        return "A step of " + result->name + " takes " + whole + ": " + largestPartText(split)
            + ".";
    switch (result->verdict) {
    case Verdict::Faster:
    case Verdict::Slower:
        return changedStepSentence(*result, baseline->step->wholeNs, emphasis);
    case Verdict::NoDifference:
        return "The step takes " + stressed("as long", emphasis) + " with " + result->name
            + " as with " + baseline->name + ", within what matters.";
    default:
        return "Whether the step is faster with " + result->name + " is "
            + stressed("not decided", emphasis) + reasonAfter(": ", result->verdictReason) + ".";
    }
}

std::string stepNote(const StepSplit& split)
{
    std::string text = "Of " + countText(split.steps, "step", "steps") + " in "
        + countText(split.rounds, "round", "rounds")
        + ", clocked apart from the timed ones. Forward: from the step's begin to its backward, "
          "the "
          "loss included; optimizer: what follows the last backward";
    if (!split.dataWaitKnown)
        text += "; nobody saw a loader of data that the step waits for";
    return text + ".";
}

std::string lossSentence(const Plan& plan, const LossCurves& curves, int variant, Emphasis emphasis)
{
    if (plan.workload.task != Task::Training || curves.series.empty())
        return {};
    const auto nameOf
        = [&](int index) { return plan.variants.at(static_cast<std::size_t>(index)).name; };
    const auto* series = curves.seriesOf(variant);
    if (series == nullptr || series->losses.empty())
        return "The losses of " + nameOf(variant) + " are not known"
            + (series != nullptr && !series->reason.empty() ? ": " + series->reason : "") + ".";
    if (variant == 0) {
        auto text = "The losses of the others are compared with those of " + nameOf(0);
        if (curves.baselineToFp64)
            text += ", which differ from fp64 by at most " + amount(curves.baselineToFp64->largest);
        return text + ".";
    }
    const auto* comparison = curves.comparisonOf(variant);
    if (comparison == nullptr || !comparison->toBaseline)
        return "There are no losses of " + nameOf(0) + " to compare those of " + nameOf(variant)
            + " with.";
    const auto& apart = *comparison->toBaseline;
    const auto sides = "Losses of " + nameOf(variant) + " and " + nameOf(0);
    if (!apart.bothFinite)
        return sides + " " + stressed("part", emphasis) + ": that of step "
            + std::to_string(apart.at + 1) + " is finite on one side alone.";
    if (apart.largest <= 0)
        return sides + " are " + stressed("the same", emphasis) + " over " + stepsText(apart.steps)
            + ".";
    const auto rounding = curves.baselineToFp64
        ? ", " + asMuchAs(apart, *curves.baselineToFp64, nameOf(0))
        : ", " + percentText(apart.relative) + " of the loss";
    if (comparison->partFrom)
        return sides + " "
            + stressed("part from step " + std::to_string(*comparison->partFrom + 1), emphasis)
            + " on: they differ by up to " + amount(apart.largest) + " over "
            + stepsText(apart.steps) + rounding + ".";
    return sides + " differ by " + stressed("at most " + amount(apart.largest), emphasis) + " over "
        + stepsText(apart.steps) + rounding + ".";
}

} // namespace profiler
