// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/results_text.h"

#include "profiler/judge/case_settings.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/listed_by_and.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace profiler {

namespace {

const CaseResult& caseOf(const ComparisonResult& result, int index)
{
    return result.cases.at(static_cast<std::size_t>(index));
}

class GroupText {
public:
    GroupText(const ComparisonResult& result, Emphasis emphasis)
        : m_result(result)
        , m_emphasis(emphasis)
    {
    }

    [[nodiscard]] std::string clause(const CaseGroup& group) const
    {
        const auto cases = casesText(m_result, group.cases);
        const auto who = strong(variantName(m_result, group.variant));
        const auto& eager = variantName(m_result, 0);
        switch (group.kind) {
        case RecommendationKind::Recommended:
            return "use " + who + " in " + cases + gain(group);
        case RecommendationKind::KeepEager:
        case RecommendationKind::Slower:
            return "keep " + who + " in " + cases;
        case RecommendationKind::Undecided:
            return "not decided yet in " + cases;
        case RecommendationKind::ResultsDiffer:
            return "the outputs of " + who + " do not match " + eager + " in " + cases;
        case RecommendationKind::NotComparable:
            return who + " and " + eager + " are not comparable in " + cases;
        case RecommendationKind::MachineTooBusy:
            return "the machine was too busy for a verdict in " + cases + ": "
                + contentionText(m_result.quality) + "; " + whatToDoWhenBusy();
        case RecommendationKind::NotEnoughData:
        case RecommendationKind::NotJudged:
        case RecommendationKind::OneVariant:
            break;
        }
        return "not enough data yet for " + cases;
    }

private:
    [[nodiscard]] std::string strong(const std::string& text) const
    {
        return stressed(text, m_emphasis);
    }

    [[nodiscard]] std::string gain(const CaseGroup& group) const
    {
        std::vector<Interval> ratios;
        for (const int index : group.cases) {
            const auto* variant = variantOf(caseOf(m_result, index), group.variant);
            if (variant != nullptr && variant->speedUp)
                ratios.push_back(variant->speedUp->ratio);
        }
        if (ratios.empty())
            return {};
        const auto [least, most] = std::ranges::minmax_element(ratios, {}, &Interval::estimate);
        const auto low = strong(formatRatio(least->estimate));
        const auto high = strong(formatRatio(most->estimate));
        const auto faster = " faster than " + variantName(m_result, 0);
        if (low == high)
            return " (" + low + faster + ", " + formatRatioInterval(*least) + ")";
        return " (" + low + ", " + formatRatioInterval(*least) + ", to " + high + ", "
            + formatRatioInterval(*most) + "," + faster + ")";
    }

    const ComparisonResult& m_result;
    Emphasis m_emphasis;
};

std::string place(const ComparisonResult& result)
{
    std::string text;
    for (const auto& part : {result.device, result.dtype}) {
        if (!part.empty())
            text += (text.empty() ? "" : ", ") + part;
    }
    return text.empty() ? "" : "On " + text + ": ";
}

std::string method(const ComparisonResult& result)
{
    const auto& quality = result.quality;
    if (quality.repetitions == 0)
        return ".";
    return "; 95 % intervals, " + processesText(quality.repetitions, quality.rounds) + ".";
}

std::string commentOf(const ComparisonResult& result, const CaseGroup& group)
{
    constexpr std::size_t fewNames = 6;
    std::string text = "# ";
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
        if (i == fewNames && group.cases.size() > fewNames + 1)
            return text + fmt::format(" and {} more cases", group.cases.size() - fewNames);
        text += (i == 0 ? "" : ", ") + caseOf(result, group.cases[i]).name;
    }
    return text;
}

std::string limitsText(const Limits& limits, const std::string& where)
{
    std::string text;
    if (limits.p99)
        text += "p99 at most " + formatDuration(static_cast<double>(limits.p99->count()));
    if (limits.memoryBytes)
        text += (text.empty() ? "" : " and ") + std::string("memory at most ")
            + formatBytes(*limits.memoryBytes);
    if (limits.compile)
        text += (text.empty() ? "" : " and ") + std::string("compile time at most ")
            + formatDuration(static_cast<double>(limits.compile->count()));
    return text.empty() || where.empty() ? text : text + " in " + where;
}

std::string metricName(GoalMetric metric)
{
    return textOf(metric,
        {{GoalMetric::Median, "lowest median"}, {GoalMetric::P99, "lowest p99"},
            {GoalMetric::Throughput, "highest throughput"},
            {GoalMetric::Total, "least total time"}});
}

std::size_t comparisons(const ComparisonResult& result)
{
    return result.cases.size() * (std::max<std::size_t>(1, result.plan.variants.size()) - 1);
}

} // namespace

std::string casesText(const ComparisonResult& result, const std::vector<int>& cases)
{
    constexpr std::size_t fewNames = 3;
    if (cases.size() == result.cases.size() && cases.size() > 1)
        return cases.size() == 2 ? std::string("both cases")
                                 : fmt::format("all {} cases", cases.size());
    if (cases.size() > fewNames)
        return fmt::format("{} of {} cases", cases.size(), result.cases.size());
    std::vector<std::string> names;
    for (const int index : cases)
        names.push_back(caseOf(result, index).name);
    return listedByAnd(names);
}

bool isByCase(const ComparisonResult& result)
{
    if (result.cases.size() < 2 || isImported(result.kind))
        return false;
    const auto groups = caseGroups(result);
    return groups.size() != 1 || groups.front().kind != result.recommendation.kind
        || groups.front().variant != result.recommendation.variant;
}

std::string settingsSentence(const ComparisonResult& result, Emphasis emphasis)
{
    if (!isByCase(result))
        return overallSentence(result, emphasis);
    const auto groups = caseGroups(result);
    const GroupText words(result, emphasis);
    std::string text = place(result);
    for (const auto& group : groups)
        text += (&group == &groups.front() ? "" : "; ") + words.clause(group);
    return text + method(result);
}

MarkedText settingsVerdict(const ComparisonResult& result)
{
    if (isImported(result.kind))
        return {Mark::Information, importedWord(result.kind)};
    const auto groups = caseGroups(result);
    if (groups.empty())
        return {Mark::Neutral, recommendationWord(RecommendationKind::NotEnoughData)};
    const bool alike = std::ranges::all_of(
        groups, [&groups](const CaseGroup& group) { return group.kind == groups.front().kind; });
    if (!alike)
        return {Mark::Information, "By case"};
    const auto kind = groups.front().kind;
    return {markOf(kind), recommendationWord(kind, result.plan)};
}

MarkedText trustOverCases(const ComparisonResult& result)
{
    const auto& quality = result.quality;
    const bool steady = quality.steadyRepetitions == quality.repetitions;
    std::string text = processesText(quality.repetitions, quality.rounds)
        + (result.cases.size() > 1 ? " per case" : "");
    text += steady ? ", all steady" : fmt::format(", {} steady", quality.steadyRepetitions);
    if (quality.noiseFloor)
        text += ", noise ±" + formatNumber(100 * quality.noiseFloor->effect(), 2) + " %";
    return {!steady                                       ? Mark::Warning
            : quality.repetitions < repetitionsForVerdict ? Mark::Neutral
                                                          : Mark::Good,
        text};
}

std::string settingsCode(const ComparisonResult& result)
{
    const auto groups = caseGroups(result);
    if (groups.empty() || groups.front().kind != RecommendationKind::Recommended)
        return {};
    if (groups.size() == 1)
        return compileCode(result.plan, groups.front().variant);
    std::string code;
    for (const auto& group : groups) {
        code += (code.empty() ? "" : "\n") + commentOf(result, group);
        if (group.kind == RecommendationKind::Recommended)
            code += "\n" + compileCode(result.plan, group.variant) + "\n";
        else if (group.kind == RecommendationKind::KeepEager)
            code += ": keep " + variantName(result, 0);
        else
            code += ": no verdict yet";
    }
    if (code.ends_with('\n'))
        code.pop_back();
    return code;
}

std::string oneSettingText(const ComparisonResult& result)
{
    const auto& advice = result.recommendation;
    if (advice.kind == RecommendationKind::Slower)
        return "One setting for all: keep " + variantName(result, 0) + ".";
    if (advice.kind == RecommendationKind::KeepEager)
        return "One setting for all: keep " + variantName(result, 0)
            + reasonAfter("; ", advice.reason) + ".";
    if (advice.kind == RecommendationKind::MachineTooBusy)
        return "No setting can be named: " + reasonText(advice.reason) + ".";
    if (advice.kind != RecommendationKind::Recommended)
        return "No one setting suits all cases" + reasonAfter(": ", advice.reason) + ".";
    const auto name = variantName(result, advice.variant);
    const auto losses = lossesOfOneSetting(result);
    if (losses.empty())
        return "One setting for all: " + name + "; no case has a clearly better one.";
    const auto& worst = losses.front();
    std::string text = "One setting for all: " + name + "; " + caseOf(result, worst.caseIndex).name
        + " then runs " + formatRatio(worst.timesSlower.estimate) + " slower than with "
        + variantName(result, worst.better);
    if (worst.timesSlower.interval)
        text += " (" + formatRatioInterval(*worst.timesSlower.interval) + ")";
    if (losses.size() > 1)
        text += fmt::format(
            ", {} other {} less", losses.size() - 1, losses.size() == 2 ? "case" : "cases");
    return text + ".";
}

std::string goalText(const ComparisonResult& result)
{
    const Goal& goal = result.plan.goal;
    std::string text = "Goal: " + metricName(goal.metric);
    const auto add = [&text](const std::string& part) { text += part.empty() ? "" : "; " + part; };
    add(limitsText(goal.limits, {}));
    for (const auto& [name, limits] : goal.caseLimits)
        add(limitsText(limits, name));
    if (goal.horizonCalls)
        add(formatCount(*goal.horizonCalls) + (*goal.horizonCalls == 1 ? " call, " : " calls, ")
            + (goal.cacheKept ? "warm compile cache" : "empty compile cache"));
    return text + ".";
}

bool holdsForAll(const ComparisonResult& result, const VariantResult& variant)
{
    return comparisons(result) > 1 && variant.speedUp && variant.speedUp->holdsCorrected;
}

std::string correctionText(const ComparisonResult& result)
{
    const auto count = comparisons(result);
    if (count < 2)
        return {};
    const double confidence = 100 * (1 - 0.05 / static_cast<double>(count));
    return fmt::format("Each interval is a 95 % interval. * also holds when all {} are taken at "
                       "once, each widened to {} %.",
        count, formatNumber(confidence, count > 50 ? 4 : 3));
}

} // namespace profiler
