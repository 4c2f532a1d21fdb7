// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/charts/report_charts.h"
#include "profiler/report/check/check_documents.h"
#include "profiler/report/check/check_sentences.h"

namespace profiler {
namespace {

Verdict verdictOf(GateOutcome outcome)
{
    return valueFor(outcome,
        {{GateOutcome::Holds, Verdict::NoDifference}, {GateOutcome::Better, Verdict::Faster},
            {GateOutcome::Regressed, Verdict::Slower}},
        Verdict::Undecided);
}

VariantResult rowOf(const GateCheck& check)
{
    VariantResult row {.variant = 1, .name = whereText(check), .verdict = verdictOf(check.outcome)};
    row.speedUp = SpeedUp {.ratio = *check.ratio};
    return row;
}

} // namespace

/// The report's own chart, a row for each call that was timed on both sides.
Picture checkChart(const GateResult& result)
{
    constexpr int now = 1;
    ComparisonResult shown;
    shown.plan.variants = {{.name = result.referenceName}, {.name = "now"}};
    shown.plan.goal.minimumEffect = result.maxRegression;
    for (const auto& check : result.checks) {
        if (check.subject != GateSubject::Time || !check.ratio)
            continue;
        CaseResult row {
            .caseIndex = static_cast<int>(shown.cases.size()), .name = whereText(check)};
        row.variants.push_back(rowOf(check));
        shown.cases.push_back(std::move(row));
    }
    if (shown.cases.empty())
        return {};
    return casesChart(shown, now, {.width = 560});
}

} // namespace profiler
