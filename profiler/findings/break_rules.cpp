// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/breaks/break_intent.h"
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/breaks/scalar_capture.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/compile/failed_guard.h"
#include "profiler/findings/compiled_parts.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/timing_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

/// Where torch left a graph.
namespace profiler {

namespace {

CodePlace placeOfBreak(const ComparisonData& data, const GraphBreak& found)
{
    CodePlace place {.file = found.file, .line = found.line, .function = found.function};
    const auto* caller = found.file.empty() ? nullptr : callerOf(data, found.file, found.line);
    if (caller != nullptr) {
        place.callerFile = caller->file;
        place.callerLine = caller->line;
    }
    return place;
}

/// What the breaks of a variant cost in each case.
std::vector<Measured<BreakCosts>> breakCostsIn(const ComparisonResult& judged, int variant)
{
    std::vector<Measured<BreakCosts>> costs;
    for (const auto& inCase : judged.cases)
        costs.push_back(inCase.variants.at(static_cast<std::size_t>(variant)).breakCosts);
    return costs;
}

std::string_view idOf(BreakIntent intent)
{
    if (intent == BreakIntent::None)
        return "graph_break";
    return intent == BreakIntent::Asked ? "intended_break" : "torchs_break";
}

/// Torch keeps the number in the graph where it is told to: a setting, which needs no edit.
Remedy remedyOf(const FindingInput& input, const GraphBreak& found)
{
    if (scalarCaptureMayHelp(input.data, found))
        return {
            .kind = RemedyKind::DynamoConfig, .name = "capture_scalar_outputs", .value = "true"};
    return {.kind = RemedyKind::Rewrite};
}

/// Torch gives up a function that breaks inside a loop: the whole call may then run eager.
bool leftNothing(const FindingInput& input, const GraphBreak& found)
{
    return std::ranges::any_of(input.judged.cases, [&](const CaseResult& inCase) {
        const auto& result = inCase.variants.at(static_cast<std::size_t>(input.variant->variant));
        return result.verdict == Verdict::RanEager
            && found.caseIndex.value_or(inCase.caseIndex) == inCase.caseIndex;
    });
}

/// The size that changed, where a function could be compiled for the first one and not for any:
/// torch tries that from the second size on.
std::optional<FailedGuard> sizeThatBroke(const FindingInput& input, const GraphBreak& found)
{
    if (!found.skipped || input.planned().compile.dynamic == false)
        return std::nullopt;
    for (const auto& each : recompilesOf(input.data, input.variant->variant)) {
        if (each.compileId != found.compileId)
            continue;
        auto guard = failedGuard(each);
        if (guard.kind == GuardKind::Size && !guard.actual.empty())
            return guard;
    }
    return std::nullopt;
}

void tellWhereInside(Finding& finding, const SkippedFunction& skipped)
{
    const auto line = std::to_string(skipped.aroundLine);
    switch (skipped.around) {
    case AroundBreak::Nothing:
        return;
    case AroundBreak::Loop:
        return finding.statements.push_back({"inside_loop", {}});
    case AroundBreak::WithBlock:
        return finding.statements.push_back({"inside_with", {line}});
    case AroundBreak::TryBlock:
        return finding.statements.push_back({"inside_try", {line}});
    case AroundBreak::AutogradFunction:
        return finding.statements.push_back({"inside_autograd_function", {line}});
    case AroundBreak::Checkpoint:
        return finding.statements.push_back({"inside_checkpoint", {line}});
    }
}

void tellSkipped(
    Finding& finding, const SkippedFunction& skipped, const std::optional<FailedGuard>& size)
{
    finding.statements.push_back({"skips_function", {skipped.function}});
    if (!size)
        return;
    finding.statements.push_back(
        {"since_size", {size->name, size->expected, size->actual, std::int64_t {size->dimension}}});
    if (!skipped.unsupportedOperator.empty())
        finding.statements.push_back({"operator_of_fixed_size", {skipped.unsupportedOperator}});
    finding.remedy = {.kind = RemedyKind::Dynamic, .value = "false"};
}

/// What somebody asked for is worth a warning where a call of some case would notice it.
bool isNoticed(const FindingInput& input, const Finding& finding)
{
    return std::ranges::any_of(finding.recoverable, [&](const CostInCase& inCase) {
        const auto& result = input.judged.cases.at(static_cast<std::size_t>(inCase.caseIndex));
        const auto& latency
            = result.variants.at(static_cast<std::size_t>(*finding.variant)).latency;
        const double callNs = latency ? latency->median().ns.value_or(0) : 0;
        return callNs > 0 && inCase.cost.lowNs >= input.judged.plan.goal.minimumEffect * callNs;
    });
}

Finding findingOf(const FindingInput& input, const GraphBreak& found,
    const std::vector<Measured<BreakCosts>>& costs)
{
    const auto intent = breakIntent(input.data, found);
    const bool wanted = intent != BreakIntent::None;
    Finding finding {.statements = {{idOf(intent), {}}},
        .seen = Finding::Seen::InCode,
        .place = placeOfBreak(input.data, found),
        .graphBreak = found,
        .variant = input.variant->variant,
        .caseIndex = found.caseIndex,
        .recoverable = costsOf(costs, found.file, found.line, found.id),
        .remedy = wanted ? Remedy {} : remedyOf(input, found)};
    if (wanted)
        finding.rule = "intended_break";
    const bool skips = found.skipped && !wanted;
    if (skips)
        tellWhereInside(finding, *found.skipped);
    const std::int64_t times = std::llround(found.perCall.value_or(0));
    if (times == 1)
        finding.statements.push_back({"once_a_call", {}});
    else if (times > 1)
        finding.statements.push_back({"times_a_call", {times}});
    if (skips)
        tellSkipped(finding, *found.skipped, sizeThatBroke(input, found));
    // Where a trace saw that it costs nothing that can be told, there is nothing to win back.
    const bool cheap = !finding.recoverable.empty()
        && std::ranges::none_of(
            finding.recoverable, [](const CostInCase& inCase) { return inCase.cost.lowNs > 0; });
    if (cheap)
        finding.statements.push_back({"no_measurable_cost", {}});
    const bool unnoticed = cheap || (wanted && !isNoticed(input, finding));
    finding.severity = unnoticed                          ? Finding::Severity::Information
        : skips || (leftNothing(input, found) && !wanted) ? Finding::Severity::Bad
                                                          : Finding::Severity::Warning;
    return finding;
}

std::vector<Finding> graphBreak(const FindingInput& input)
{
    std::vector<Finding> findings;
    const auto costs = breakCostsIn(input.judged, input.variant->variant);
    for (const auto& each : graphBreaks(input.data, input.variant->variant, std::nullopt))
        findings.push_back(findingOf(input, each, costs));
    return findings;
}

/// A library's generate() runs the model once a token and between that compares and copies in
/// Python: compiled as a whole, it is many graphs for each token.
std::vector<Finding> generationLoop(const FindingInput& input)
{
    constexpr std::int64_t leastGraphs = 10;
    const auto& call = input.data.plan.workload.call;
    const bool generates = call == "generate" || call.ends_with(".generate");
    if (!generates || compilesParts(input) || !usesTorchCompile(input.planned()))
        return {};
    const auto observed = observedCall(input.data, input.variant->variant, input.inCase->caseIndex);
    if (observed.proof == nullptr)
        return {};
    std::int64_t graphs = 0;
    for (const auto& [region, runs] : observed.proof->regions)
        graphs += runs;
    if (graphs < leastGraphs)
        return {};
    auto finding = input.found(Finding::Severity::Bad, "generation_loop", {graphs});
    finding.remedy.kind = RemedyKind::Rewrite;
    return {std::move(finding)};
}

constexpr auto breakRuleTable = std::to_array<FindingRule>({
    {"generation_loop", generationLoop, FindingPage::Breaks},
    {"graph_break", graphBreak, FindingPage::Breaks, FindingNeeds::File, FindingScope::Variant},
});

} // namespace

constinit const std::span<const FindingRule> breakRules {breakRuleTable};

} // namespace profiler
