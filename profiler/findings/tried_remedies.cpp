// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/tried_remedies.h"

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/findings/remedies_to_try.h"
#include "profiler/findings/remedy_variant.h"
#include "profiler/judge/speed_up.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

namespace profiler {
namespace {

/// What a call of `medianNs` loses where it becomes so many times as fast.
CostPerCall wonNs(double medianNs, const Interval& speedUp)
{
    const auto won = [&](double ratio) { return medianNs * (1 - 1 / ratio); };
    return {.estimateNs = won(speedUp.estimate),
        .lowNs = won(speedUp.low),
        .highNs = won(speedUp.high)};
}

class Proving {
public:
    Proving(const ComparisonData& data, const ComparisonResult& judged)
        : m_data(data)
        , m_judged(judged)
        , m_input(data)
    {
    }

    void prove(Finding& finding) const
    {
        const auto* variant = variantOfFinding(m_data.plan, finding);
        const auto with = variant == nullptr ? std::nullopt : withRemedy(*variant, finding.remedy);
        if (!with)
            return;
        const auto tried = variantLike(m_data.plan, *with);
        const bool isEagerItself = tried == 0 && finding.recoverable.empty();
        if (!tried || *tried == *finding.variant || isEagerItself)
            return;
        finding.triedAs = tried;
        finding.state = RemedyState::Undecided;
        if (finding.rule == "numerics")
            proveResults(finding);
        else if (finding.recoverable.empty() && finding.onceNs)
            proveOnce(finding);
        else
            proveCalls(finding);
    }

private:
    void proveCalls(Finding& finding) const
    {
        const int caseIndex = finding.recoverable.empty() ? finding.caseIndex.value_or(0)
                                                          : finding.recoverable.front().caseIndex;
        const auto medianNs = medianOf(*finding.variant, caseIndex);
        const auto* judged = resultOf(*finding.triedAs, caseIndex);
        const auto time
            = judged != nullptr && judged->speedUp ? judged->speedUp->time : CallTime::Wall;
        const auto pairs = pairRepetitions(m_input.steady({*finding.variant, caseIndex}),
            m_input.steady({*finding.triedAs, caseIndex}), time);
        const auto speedUp = speedUpOf(pairs, Clock::Call, time);
        if (!medianNs || !speedUp || speedUp->repetitions < repetitionsForVerdict)
            return;
        finding.won = wonNs(*medianNs, speedUp->ratio);
        finding.state = stateOfRemedy(speedUp->ratio, m_data.plan.goal.minimumEffect);
    }

    /// Compiling happens once: cold processes tell what it cost with and without the remedy.
    void proveOnce(Finding& finding) const
    {
        const auto without = compileNs(*finding.variant);
        const auto with = compileNs(*finding.triedAs);
        if (!without || !with)
            return;
        finding.wonOnceNs = *without - *with;
        finding.state = stateOfSaving(*finding.wonOnceNs, *finding.onceNs);
    }

    void proveResults(Finding& finding) const
    {
        const auto* variant = resultOf(*finding.triedAs, finding.caseIndex.value_or(0));
        if (variant == nullptr || variant->numerics.status == NumericsStatus::NotChecked
            || variant->numerics.status == NumericsStatus::TooSmallToJudge)
            return;
        finding.state = variant->numerics.status == NumericsStatus::Different
            ? RemedyState::Refuted
            : RemedyState::Confirmed;
    }

    [[nodiscard]] const VariantResult* resultOf(int variant, int caseIndex) const
    {
        for (const auto& inCase : m_judged.cases)
            if (inCase.caseIndex == caseIndex)
                return &inCase.variants.at(static_cast<std::size_t>(variant));
        return nullptr;
    }

    [[nodiscard]] std::optional<double> medianOf(int variant, int caseIndex) const
    {
        const auto* result = resultOf(variant, caseIndex);
        return result != nullptr && result->latency ? result->latency->median().ns : std::nullopt;
    }

    /// Of all cases together.
    [[nodiscard]] std::optional<double> compileNs(int variant) const
    {
        double ns = 0;
        for (const auto& inCase : m_judged.cases) {
            const auto& cost = inCase.variants.at(static_cast<std::size_t>(variant)).compileCold;
            if (!cost)
                return std::nullopt;
            ns += cost->medianNs;
        }
        return ns;
    }

    const ComparisonData& m_data;
    const ComparisonResult& m_judged;
    JudgeInput m_input;
};

} // namespace

void proveRemedies(
    const ComparisonData& data, const ComparisonResult& judged, std::vector<Finding>& findings)
{
    if (isImported(judged.kind))
        return;
    const Proving proving(data, judged);
    for (auto& finding : findings)
        proving.prove(finding);
}

RemedyState stateOfRemedy(const Interval& speedUp, double leastRatio)
{
    if (speedUp.low > 1)
        return RemedyState::Confirmed;
    return speedUp.high < 1 + leastRatio ? RemedyState::Refuted : RemedyState::Undecided;
}

RemedyState stateOfSaving(double savedNs, double predictedNs)
{
    if (savedNs >= savedOnceConfirms * predictedNs)
        return RemedyState::Confirmed;
    return savedNs < savedOnceRefutes * predictedNs ? RemedyState::Refuted : RemedyState::Undecided;
}

} // namespace profiler
