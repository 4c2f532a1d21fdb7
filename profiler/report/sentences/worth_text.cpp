// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/worth_text.h"

#include "profiler/findings/finding_order.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

namespace profiler {

namespace {

std::string caseText(const ComparisonResult& result, int caseIndex)
{
    const auto index = static_cast<std::size_t>(caseIndex);
    return result.cases.size() > 1 && index < result.cases.size()
        ? " in case " + result.cases[index].name
        : std::string();
}

bool isAtMost(const Finding& finding, const CostPerCall& cost)
{
    return finding.confidence != Confidence::Measured && cost.lowNs <= 0;
}

std::string figureOf(const Finding& finding, const CostPerCall& cost)
{
    return isAtMost(finding, cost) ? "≤ " + formatDuration(cost.highNs)
                                   : formatDuration(cost.estimateNs);
}

/// Of a break on a host it is a lower bound: see BreakCost.
std::string costsText(const Finding& finding, const CostPerCall& cost)
{
    const auto estimate = formatDuration(cost.estimateNs);
    if (isAtMost(finding, cost))
        return "costs at most " + formatDuration(cost.highNs) + " a call";
    const auto low = formatDuration(cost.lowNs);
    const auto high = formatDuration(cost.highNs);
    if (low == high)
        return "costs " + estimate + " a call";
    return "costs " + estimate + " a call (" + low + " to " + high
        + (finding.graphBreak ? ", at least)" : ")");
}

/// "top 3 breaks", "both breaks", "the break"
std::string whatIsFixed(const GainOfFixing& gain, const BreakCosts& costs)
{
    if (static_cast<std::size_t>(gain.count) < costs.breaks.size())
        return "top " + std::to_string(gain.count) + " breaks";
    if (gain.count == 1)
        return "the break";
    return gain.count == 2 ? "both breaks" : "all " + std::to_string(gain.count) + " breaks";
}

std::string lowerCaseText(const VariantResult& variant)
{
    const auto& gain = variant.gainOfTopBreaks;
    const double median = variant.latency ? variant.latency->median().ns.value_or(0) : 0;
    if (!gain || gain->estimate <= 1 || !variant.breakCosts || median <= 0)
        return {};
    return whatIsFixed(*gain, *variant.breakCosts) + " fixed: about " + formatRatio(gain->estimate)
        + " faster than now (" + gainInterval(*gain) + "), " + formatDuration(median) + " → "
        + formatDuration(median / gain->estimate);
}

} // namespace

FindingWorth worthOf(
    const Finding& finding, const ComparisonResult& result, std::optional<int> caseIndex)
{
    if (const auto won = recoverableIn(finding, caseIndex)) {
        return {.figure = figureOf(finding, won->cost),
            .words = costsText(finding, won->cost) + caseText(result, won->caseIndex)};
    }
    if (finding.onceNs) {
        const auto figure = formatDuration(*finding.onceNs);
        return {.figure = figure + " once", .words = "costs " + figure + " once"};
    }
    return {};
}

std::string gainInterval(const GainOfFixing& gain)
{
    return formatRatioInterval({.estimate = gain.estimate, .low = gain.low, .high = gain.high});
}

std::string topBreaksText(const VariantResult& variant)
{
    auto text = lowerCaseText(variant);
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::vector<TopBreaks> topBreaksOf(const ComparisonResult& result)
{
    std::vector<TopBreaks> found;
    for (std::size_t variant = 0; variant < result.plan.variants.size(); ++variant) {
        const VariantResult* most = nullptr;
        int caseIndex = 0;
        for (const auto& inCase : result.cases) {
            const auto& each = inCase.variants.at(variant);
            const bool more = each.gainOfTopBreaks
                && (most == nullptr
                    || each.gainOfTopBreaks->estimate > most->gainOfTopBreaks->estimate);
            if (more) {
                most = &each;
                caseIndex = inCase.caseIndex;
            }
        }
        if (most == nullptr || lowerCaseText(*most).empty())
            continue;
        found.push_back({.variant = most->variant,
            .caseIndex = caseIndex,
            .text = most->name + caseText(result, caseIndex) + ", " + lowerCaseText(*most)});
    }
    return found;
}

} // namespace profiler
