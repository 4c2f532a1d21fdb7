// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/model/thresholds.h"

namespace profiler::finding_rules {

namespace {

/// Once for the comparison: what disturbs one lane disturbs the others in turn.
std::vector<Finding> find(const FindingInput& input)
{
    const auto& quality = input.judged.quality;
    if (quality.quietRatio >= quietEnough)
        return {};
    return {{.severity = Finding::Severity::Warning,
        .statements
        = {{isTooBusy(quality) ? "too_busy" : "not_quiet", {Share {1 - quality.quietRatio}}}},
        .seen = Finding::Seen::InAllVariants}};
}

} // namespace

const FindingRule notQuiet {.key = "not_quiet",
    .scope = FindingScope::Comparison,
    .page = FindingPage::Latency,
    .find = find};

} // namespace profiler::finding_rules
