// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/over_all_cases.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/judge/payback.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/variant.h"
#include "profiler/statistics/log_ratios.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace profiler {

namespace {

/// A setting for all cases is only as good as its worst case.
constexpr std::array stoppers {Verdict::Failed, Verdict::NotComparable, Verdict::ResultsDiffer,
    Verdict::RanEager, Verdict::NotEnoughData};

/// Mean over cases of m(k), for the repetitions that every case has.
std::vector<LogRatio> meanLogRatios(const std::vector<const JudgedVariant*>& byCase)
{
    std::vector<LogRatio> means;
    for (const auto& [repetition, first] : byCase.front()->logRatioByRepetition) {
        LogRatio sum;
        bool everywhere = true;
        for (const auto* judged : byCase) {
            const auto found = judged->logRatioByRepetition.find(repetition);
            everywhere = everywhere && found != judged->logRatioByRepetition.end();
            sum += everywhere ? found->second : LogRatio();
        }
        if (everywhere)
            means.push_back(sum / static_cast<double>(byCase.size()));
    }
    return means;
}

Interval plus(const Interval& a, const Interval& b)
{
    return {a.estimate + b.estimate, a.low + b.low, a.high + b.high};
}

Interval dividedBy(const Interval& a, double n)
{
    return {a.estimate / n, a.low / n, a.high / n};
}

/// The start-up compile is paid once a process, not once a case.
Interval withoutStartUp(const Interval& cost, const Measured<CompileCost>& startUp)
{
    if (!startUp)
        return cost;
    return {cost.estimate - startUp->medianNs, cost.low - startUp->medianNs,
        cost.high - startUp->medianNs};
}

/// Costs add up; a call saves the mean over cases.
Measured<PaybackTerms> sumOfTerms(
    const std::vector<const JudgedVariant*>& byCase, bool cacheKept, bool apart)
{
    PaybackTerms sum;
    for (std::size_t i = 0; i < byCase.size(); ++i) {
        const auto& result = byCase[i]->result;
        const auto& terms = cacheKept ? result.paybackTermsWarm : result.paybackTermsCold;
        if (!terms)
            return missing(terms.error());
        const auto& startUp = cacheKept ? result.startUpWarm : result.startUpCold;
        const bool paidBefore = i > 0 && !apart;
        sum.costNs
            = plus(sum.costNs, paidBefore ? withoutStartUp(terms->costNs, startUp) : terms->costNs);
        sum.savedNs = plus(sum.savedNs, terms->savedNs);
    }
    sum.savedNs = dividedBy(sum.savedNs, static_cast<double>(byCase.size()));
    return sum;
}

Reason inCase(const ComparisonData& data, const VariantResult& result, int caseIndex)
{
    return {ReasonKind::InCase,
        {caseAt(data, caseIndex).name,
            std::vector {result.verdictReason.empty() ? Reason {ReasonKind::NoVerdict, {}}
                                                      : result.verdictReason}}};
}

void applyTable(Contender& contender, const ComparisonData& data,
    const std::vector<const JudgedVariant*>& byCase)
{
    const auto means = meanLogRatios(byCase);
    contender.repetitions = static_cast<int>(means.size());
    const auto interval = ratioInterval(means);
    if (!interval || contender.repetitions < repetitionsForVerdict) {
        contender.verdict = Verdict::NotEnoughData;
        contender.reason = {ReasonKind::TooFewInEveryCase, {}};
        return;
    }
    VerdictThresholds thresholds {.minimumEffect = data.plan.goal.minimumEffect};
    for (const auto* judged : byCase)
        thresholds.noiseFloor = std::max(thresholds.noiseFloor, judged->result.speedUp->noiseFloor);
    contender.ratio = interval->estimate;
    contender.interval = interval;
    contender.verdict = verdictOf(*interval, thresholds);
    const auto variants = static_cast<double>(std::max<std::size_t>(2, data.plan.variants.size()));
    const auto wide = ratioInterval(means, 1 - 0.05 / (variants - 1));
    contender.holdsCorrected = wide && verdictOf(*wide, thresholds) == contender.verdict;
    if (isUndecided(contender.verdict))
        contender.reason = {ReasonKind::TooWideOverAll, {}};
}

/// With the goal p99 every case's tail must have a verdict; the ratio is their geometric mean.
void applyTails(Contender& contender, const std::vector<Contender>& cases)
{
    LogRatio sum;
    contender.verdict = Verdict::Faster;
    contender.holdsCorrected = true;
    for (const auto& each : cases) {
        sum += LogRatio::ofRatio(each.ratio.value_or(1));
        if (each.verdict == Verdict::Faster)
            continue;
        if (contender.verdict == Verdict::Faster || each.verdict == Verdict::NotEnoughData) {
            contender.verdict = each.verdict;
            contender.reason = each.reason;
        }
    }
    contender.ratio = (sum / static_cast<double>(cases.size())).ratio();
    contender.interval.reset();
}

/// Nothing where it is not known in every case.
std::array<std::optional<double>, 4> meanCosts(const std::vector<Contender>& cases)
{
    auto means = cases.front().costs;
    for (std::size_t i = 0; i < means.size(); ++i) {
        double sum = 0;
        for (const auto& each : cases)
            sum += each.costs[i].value_or(std::numeric_limits<double>::quiet_NaN());
        means[i] = std::isnan(sum) ? std::nullopt
                                   : std::optional(sum / static_cast<double>(cases.size()));
    }
    return means;
}

} // namespace

Contender overAllCases(
    const ComparisonData& data, const std::map<int, const JudgedVariant*>& judged)
{
    std::vector<Contender> cases;
    std::vector<int> indices;
    std::vector<const JudgedVariant*> byCase;
    for (const auto& [index, variant] : judged) {
        cases.push_back(contenderOf(data.plan, variant->result));
        indices.push_back(index);
        byCase.push_back(variant);
    }
    auto contender = cases.front();
    if (cases.size() == 1)
        return contender;
    contender.named = true;
    contender.costs = meanCosts(cases);
    contender.missedLimit = {};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto name = caseAt(data, indices[i]).name;
        if (contender.missedLimit.empty() && !cases[i].missedLimit.empty())
            contender.missedLimit
                = {ReasonKind::OfCase, {std::vector {cases[i].missedLimit}, name}};
        if (contender.slowerIn.empty() && cases[i].verdict == Verdict::Slower)
            contender.slowerIn = name;
    }
    const auto terms = sumOfTerms(byCase, data.plan.goal.cacheKept, data.plan.protocol.casesApart);
    contender.paybackTerms = terms ? std::optional(*terms) : std::nullopt;
    contender.payback = paybackOf(terms, 0);
    for (const auto stopper : stoppers) {
        for (std::size_t i = 0; i < byCase.size(); ++i) {
            if (byCase[i]->result.verdict != stopper)
                continue;
            contender.verdict = stopper;
            contender.reason = inCase(data, byCase[i]->result, indices[i]);
            return contender;
        }
    }
    if (data.plan.goal.metric == GoalMetric::P99)
        applyTails(contender, cases);
    else
        applyTable(contender, data, byCase);
    return contender;
}

} // namespace profiler
