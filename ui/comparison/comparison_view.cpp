// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/comparison_view.h"

#include "profiler/evidence/lanes/presentation.h"
#include "profiler/judge/case_settings.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "ui/comparison/judged_comparison.h"

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
