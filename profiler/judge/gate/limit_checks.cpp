// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/limit_checks.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/variant_result.h"

namespace profiler {
namespace {

GateSubject subjectOf(LimitKind kind)
{
    return valueFor(kind,
        {{LimitKind::P99, GateSubject::P99Limit}, {LimitKind::Memory, GateSubject::MemoryLimit}},
        GateSubject::CompileLimit);
}

GateCheck limitCheck(const LimitResult& limit, const std::string& variant, const CaseResult& inCase)
{
    GateCheck check {.subject = subjectOf(limit.kind),
        .variant = variant,
        .caseName = inCase.name,
        .before = limit.limit,
        .after = limit.value,
        .ratio = std::nullopt,
        .places = {},
        .reason = {}};
    if (!limit.value) {
        check.outcome = GateOutcome::Undecided;
        check.reason = limit.value.error();
    } else if (!limit.met) {
        check.outcome = GateOutcome::Regressed;
    }
    return check;
}

} // namespace

std::vector<GateCheck> limitChecks(const ComparisonResult& judged)
{
    std::vector<GateCheck> checks;
    for (const auto& inCase : judged.cases)
        for (const auto& variant : inCase.variants)
            if (variant.variant > 0 || inCase.variants.size() == 1)
                for (const auto& limit : variant.limits)
                    checks.push_back(limitCheck(limit, variant.name, inCase));
    return checks;
}

} // namespace profiler
