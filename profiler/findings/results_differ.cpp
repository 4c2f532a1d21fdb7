// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/findings/finding_rules.h"

namespace profiler::finding_rules {

namespace {

std::vector<Finding> find(const FindingInput& input)
{
    const auto& numerics = input.variant->numerics;
    const auto tensor = tensorName(numerics.worstTensor);
    switch (numerics.status) {
    case NumericsStatus::Different:
        return {input.found(Finding::Severity::Bad, "results_differ", {tensor})};
    case NumericsStatus::AsAccurateAsEager:
        return {input.found(Finding::Severity::Information, "results_as_accurate", {tensor})};
    case NumericsStatus::TooSmallToJudge: {
        auto tooSmall
            = input.found(Finding::Severity::Warning, "numerics_too_small", {numerics.reason});
        tooSmall.rule = "numerics_too_small";
        tooSmall.page = FindingPage::Numerics;
        return {std::move(tooSmall)};
    }
    case NumericsStatus::Equal:
    case NumericsStatus::Close:
    case NumericsStatus::NotChecked:
        break;
    }
    return {};
}

} // namespace

const FindingRule resultsDiffer {.key = "numerics", .page = FindingPage::Numerics, .find = find};

} // namespace profiler::finding_rules
