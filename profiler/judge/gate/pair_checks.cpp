// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/pair_checks.h"

#include "profiler/evidence/memory/memory_rows.h"
#include "profiler/judge/limits.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"

namespace profiler {
namespace {

/// Slower beyond the margin beyond doubt, not slower beyond it beyond doubt, or open.
GateOutcome outcomeOf(const Interval& ratio, Verdict verdict, double maxRegression)
{
    if (verdict == Verdict::Slower)
        return GateOutcome::Regressed;
    if (verdict == Verdict::Faster)
        return GateOutcome::Better;
    return ratio.low >= 1 / (1 + maxRegression) ? GateOutcome::Holds : GateOutcome::Undecided;
}

GateCheck checkOf(GateSubject subject, const std::string& variant, const CaseResult& inCase)
{
    return {.subject = subject,
        .variant = variant,
        .caseName = inCase.name,
        .ratio = std::nullopt,
        .places = {},
        .reason = {}};
}

Measured<double> measuredMedian(const VariantResult& variant)
{
    if (!variant.latency)
        return missing(variant.latency.error());
    if (!variant.latency->median().ns)
        return missing(ReasonKind::TooFewCalls);
    return *variant.latency->median().ns;
}

/// Where the machine was too busy for a verdict no time holds either.
GateCheck timeCheck(const ComparisonResult& judged, const CaseResult& inCase,
    const std::string& variant, double maxRegression)
{
    auto check = checkOf(GateSubject::Time, variant, inCase);
    const auto& now = inCase.variants[1];
    check.before = measuredMedian(inCase.variants[0]);
    check.after = measuredMedian(now);
    check.reason = now.verdictReason;
    if (now.speedUp)
        check.ratio = now.speedUp->ratio;
    check.outcome = GateOutcome::Undecided;
    if (isDisturbed(judged.quality) && !isDecided(now.verdict)) {
        if (isTooBusy(judged.quality) || now.verdictReason.kind != ReasonKind::MachineTooBusy)
            check.reason = {whyNotQuiet(judged.quality), {Share {1 - judged.quality.quietRatio}}};
        return check;
    }
    if (!check.ratio)
        return check;
    // Other code may give other results, which is a check of its own; slower is slower all the
    // same.
    const auto verdict = now.verdict == Verdict::ResultsDiffer && isEnoughForVerdict(*now.speedUp)
        ? verdictOf(*check.ratio, {.minimumEffect = maxRegression})
        : now.verdict;
    if (isDecided(verdict) || isUndecided(verdict))
        check.outcome = outcomeOf(*check.ratio, verdict, maxRegression);
    return check;
}

GateCheck memoryCheck(const ComparisonData& data, const CaseResult& inCase,
    const std::string& variant, double mayGrow)
{
    auto check = checkOf(GateSubject::Memory, variant, inCase);
    check.before = decidingPeak(inCase.variants[0]);
    check.after = decidingPeak(inCase.variants[1]);
    check.ratio = memoryRatio(data, 1, inCase.caseIndex);
    if (check.ratio) {
        check.outcome = outcomeOf(*check.ratio, inCase.variants[1].memoryVerdict, mayGrow);
        return check;
    }
    check.outcome = GateOutcome::Undecided;
    check.reason = check.after ? Reason {ReasonKind::TwoProcessesNeeded, {}} : check.after.error();
    return check;
}

} // namespace

std::vector<GateCheck> pairChecks(const ComparisonData& data, const ComparisonResult& judged,
    const std::string& variant, double maxRegression)
{
    std::vector<GateCheck> checks;
    for (const auto& inCase : judged.cases) {
        if (inCase.variants.size() < 2)
            continue;
        checks.push_back(timeCheck(judged, inCase, variant, maxRegression));
        checks.push_back(memoryCheck(data, inCase, variant, data.plan.goal.minimumMemoryEffect));
    }
    return checks;
}

} // namespace profiler
