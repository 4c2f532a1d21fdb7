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

/// The parts by how much they changed, then those that did not: "backward −9 ms, forward −3 ms, the
/// optimizer unchanged". What no step has is left out.
std::string partsText(const StepSplit& split, double baselineNs)
{
    std::vector<StepPart> changed;
    std::vector<std::string> unchanged;
    constexpr double worthAWord = 0.01;
    for (const auto part : stepParts) {
        const auto& change = split.changeOf(part);
        if (change && isChange(*change, baselineNs))
            changed.push_back(part);
        else if (part != StepPart::Other && split.at(part) > worthAWord * split.wholeNs)
            unchanged.push_back(spokenPart(part));
    }
    std::ranges::stable_sort(changed, [&](StepPart a, StepPart b) {
        return std::abs(split.changeOf(a)->estimate) > std::abs(split.changeOf(b)->estimate);
    });
    std::string text;
    for (const auto part : changed)
        text += (text.empty() ? "" : ", ") + spokenPart(part) + " "
            + signedDuration(split.changeOf(part)->estimate);
    if (!unchanged.empty())
        text += (text.empty() ? "" : ", ") + listedByAnd(unchanged) + " unchanged";
    return text;
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
    if (variant == 0 || !split.wholeChange || baseline == nullptr || !baseline->step)
        return "A step of " + result->name + " takes " + whole + ": " + largestPartText(split)
            + ".";
    const auto parts = partsText(split, baseline->step->wholeNs);
    const double change = split.wholeChange->estimate;
    const bool decided = result->verdict == Verdict::Faster || result->verdict == Verdict::Slower
        || result->verdict == Verdict::NoDifference;
    const std::string begin = decided ? "The step" : "Not decided yet: the step";
    if (!isChange(*split.wholeChange, baseline->step->wholeNs))
        return begin + " takes " + stressed("as long", emphasis) + " with " + result->name + ", "
            + whole + (parts.empty() ? "." : ": " + parts + ".");
    return begin + " became "
        + stressed(
            formatDuration(std::abs(change)) + (change < 0 ? " faster" : " slower"), emphasis)
        + " with " + result->name + (parts.empty() ? "." : ": " + parts + ".");
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
