// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/comparison_view.h"

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/evidence/lanes/presentation.h"
#include "profiler/findings/conclude.h"
#include "profiler/judge/case_settings.h"

#include <algorithm>

namespace ui {

namespace {

/// Index in `now` of what is at `variant` in `before`: another order may have been chosen.
int followed(
    const profiler::ComparisonData& before, const profiler::ComparisonData& now, int variant)
{
    const int recorded = profiler::recordedIndex(before, variant);
    const auto count = static_cast<int>(now.plan.variants.size());
    for (int index = 0; index < count; ++index)
        if (profiler::recordedIndex(now, index) == recorded)
            return index;
    return variant;
}

/// Focus and hiding stay with their variants. Where the focused one became the baseline, the former
/// baseline is what it is compared with.
void followVariants(ComparisonView& view, const profiler::ComparisonData& before,
    const profiler::ComparisonData& now)
{
    const int formerBaseline = followed(before, now, 0);
    const bool focusedBaseline = view.focus == 0;
    view.focus = followed(before, now, view.focus);
    if (view.focus == 0 && !focusedBaseline)
        view.focus = formerBaseline;
    std::set<int> hidden;
    for (const int variant : view.hidden)
        hidden.insert(followed(before, now, variant));
    hidden.erase(0);
    hidden.erase(view.focus);
    view.hidden = std::move(hidden);
}

} // namespace

std::optional<profiler::Violin> JudgedComparison::violinOf(int caseIndex, int variant) const
{
    const auto found = violins.find({caseIndex, variant});
    if (found == violins.end())
        return std::nullopt;
    return found->second;
}

std::shared_ptr<const JudgedComparison> judged(profiler::ComparisonData data)
{
    auto comparison = std::make_shared<JudgedComparison>();
    comparison->result = profiler::conclude(data);
    const profiler::JudgeInput input(data);
    for (const profiler::CaseResult& caseResult : comparison->result.cases) {
        for (const profiler::VariantResult& variant : caseResult.variants) {
            std::vector<double> calls;
            for (const profiler::Lane& lane :
                input.steady({.variant = variant.variant, .caseIndex = caseResult.caseIndex})) {
                const auto some = profiler::callsOf(lane);
                calls.insert(calls.end(), some.begin(), some.end());
            }
            if (!calls.empty())
                comparison->violins[{caseResult.caseIndex, variant.variant}]
                    = profiler::violinOf(std::move(calls));
        }
    }
    comparison->data = std::move(data);
    return comparison;
}

const profiler::CaseResult* ComparisonView::caseResult() const
{
    if (comparison == nullptr || caseIndex < 0
        || caseIndex >= static_cast<int>(comparison->result.cases.size()))
        return nullptr;
    return &comparison->result.cases.at(static_cast<std::size_t>(caseIndex));
}

const profiler::VariantResult* ComparisonView::focused() const
{
    const profiler::CaseResult* shown = caseResult();
    if (shown == nullptr || focus < 0 || focus >= static_cast<int>(shown->variants.size()))
        return nullptr;
    return &shown->variants.at(static_cast<std::size_t>(focus));
}

ComparisonView viewOf(std::shared_ptr<const JudgedComparison> comparison, const ComparisonView& old)
{
    const bool same = old.comparison != nullptr
        && old.comparison->result.info.id == comparison->result.info.id
        && old.comparison->result.info.started == comparison->result.info.started;
    ComparisonView view = same ? old : ComparisonView {};
    if (same)
        followVariants(view, old.comparison->data, comparison->data);
    view.comparison = std::move(comparison);
    if (view.caseResult() == nullptr)
        view.caseIndex = 0;
    if (const auto* shown = view.caseResult();
        shown != nullptr && (!same || view.focused() == nullptr))
        view.focus = profiler::recommendedOrBest(*shown);
    return view;
}

} // namespace ui
