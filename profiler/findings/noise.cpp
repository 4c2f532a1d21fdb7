// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"
#include "profiler/model/thresholds.h"

#include <algorithm>

namespace profiler::finding_rules {

namespace {

std::vector<Finding> find(const FindingInput& input)
{
    const auto& floor = input.judged.quality.noiseFloor;
    const double effect = input.judged.plan.goal.minimumEffect;
    if (!floor || floor->effect() <= std::min(noticedNoise, effect))
        return {};
    const double noise = floor->effect();
    const auto* id = noise > noticedNoise ? "noise_above_3_percent" : "noise_above_minimum_effect";
    Finding finding {.rule = id,
        .severity = Finding::Severity::Warning,
        .statements = {{id, {Share {noise}}}},
        .seen = Finding::Seen::InEagerAgain,
        .page = FindingPage::Latency};
    if (noise > effect)
        finding.statements.push_back({"cannot_resolve", {Share {effect}}});
    return {std::move(finding)};
}

} // namespace

const FindingRule noise {
    .key = "noise", .scope = FindingScope::Comparison, .page = FindingPage::Latency, .find = find};

} // namespace profiler::finding_rules
