// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/judged_comparison.h"

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <vector>

namespace ui {

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

} // namespace ui
