// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/tried_remedies.h"

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/findings/remedy_variant.h"
#include "profiler/judge/speed_up.h"

#include <algorithm>

namespace profiler {
namespace {

/// Without what makes no difference: its name, and the mode that torch takes anyway.
Variant plain(Variant variant)
{
    variant.name.clear();
    if (variant.compile.mode == "default")
        variant.compile.mode.reset();
    return variant;
}

std::optional<int> variantLike(const Plan& plan, const Variant& wanted)
{
    const auto found = std::ranges::find(plan.variants, plain(wanted), plain);
    return found == plan.variants.end()
        ? std::nullopt
        : std::optional(static_cast<int>(found - plan.variants.begin()));
}

const Variant* variantOf(const Plan& plan, const Finding& finding)
{
    const auto index = static_cast<std::size_t>(finding.variant.value_or(-1));
    return index < plan.variants.size() ? &plan.variants[index] : nullptr;
}

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
        const auto* variant = variantOf(m_data.plan, finding);
        const auto with = variant == nullptr ? std::nullopt : withRemedy(*variant, finding.remedy);
        if (!with)
            return;
        const auto tried = variantLike(m_data.plan, *with);
        if (!tried || *tried == *finding.variant)
            return;
        finding.triedAs = tried;
        finding.state = RemedyState::Undecided;
        const int caseIndex = finding.caseIndex.value_or(0);
        const auto medianNs = medianOf(*finding.variant, caseIndex);
        const auto pairs = pairRepetitions(
            m_input.steady({*finding.variant, caseIndex}), m_input.steady({*tried, caseIndex}));
        const auto speedUp = speedUpOf(pairs, Clock::Call);
        if (!medianNs || !speedUp || speedUp->repetitions < leastRepetitions)
            return;
        finding.won = wonNs(*medianNs, speedUp->ratio);
        finding.state = stateOfRemedy(speedUp->ratio, m_data.plan.goal.minimumEffect);
    }

private:
    static constexpr int leastRepetitions = 3; ///< fewer have no interval over repetitions

    [[nodiscard]] std::optional<double> medianOf(int variant, int caseIndex) const
    {
        for (const auto& inCase : m_judged.cases)
            if (inCase.caseIndex == caseIndex) {
                const auto& latency = inCase.variants.at(static_cast<std::size_t>(variant)).latency;
                return latency ? latency->median().ns : std::nullopt;
            }
        return std::nullopt;
    }

    const ComparisonData& m_data;
    const ComparisonResult& m_judged;
    JudgeInput m_input;
};

} // namespace

void proveRemedies(
    const ComparisonData& data, const ComparisonResult& judged, std::vector<Finding>& findings)
{
    const Proving proving(data, judged);
    for (auto& finding : findings)
        if (!isImported(judged.kind) && !finding.recoverable.empty())
            proving.prove(finding);
}

RemedyState stateOfRemedy(const Interval& speedUp, double leastRatio)
{
    if (speedUp.low > 1)
        return RemedyState::Confirmed;
    return speedUp.high < 1 + leastRatio ? RemedyState::Refuted : RemedyState::Undecided;
}

std::optional<Plan> planThatTries(const Plan& plan, const Finding& finding)
{
    const auto* variant = variantOf(plan, finding);
    auto with = variant == nullptr ? std::nullopt : withRemedy(*variant, finding.remedy);
    if (!with || finding.variant == 0)
        return std::nullopt;
    auto name = variant->name + "+" + finding.remedy.name
        + (finding.remedy.name.empty() ? finding.remedy.value : "");
    const auto isTaken = [&](const std::string& text) {
        return std::ranges::any_of(
            plan.variants, [&](const Variant& each) { return each.name == text; });
    };
    while (isTaken(name))
        name += "+";
    with->name = name;
    Plan tried = plan;
    tried.variants = {plan.variants.front(), *variant, std::move(*with)};
    return tried;
}

} // namespace profiler
