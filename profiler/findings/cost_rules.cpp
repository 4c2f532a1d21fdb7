// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/autotune_gain.h"
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/compile/equal_blocks.h"
#include "profiler/evidence/compile/first_start_cost.h"
#include "profiler/findings/compiled_parts.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <array>
#include <optional>

/// What compiling costs beside what it wins.
namespace profiler {

namespace {

std::optional<double> coldNs(const FindingInput& input)
{
    const auto total = totalCost(input.variant->compileCold, input.variant->startUpCold);
    return total ? std::optional(total->medianNs) : std::nullopt;
}

bool triedKernels(const ProcessRecord& process)
{
    const auto timed = [](const CompileFact& fact) {
        const auto found = fact.phases.find("autotune");
        return found != fact.phases.end() && found->second.count() > 0;
    };
    const auto chose = [](const CompileTrace& trace) { return !trace.autotunes.empty(); };
    return std::ranges::any_of(process.compiles, timed)
        || std::ranges::any_of(process.compileTraces, chose);
}

std::vector<Finding> autotune(const FindingInput& input)
{
    constexpr double share = 1.0 / 3; // of the compile, without what any start costs
    const auto* process = compileEvidence(input.data, input.variant->variant);
    if (process == nullptr || !triedKernels(*process))
        return {};
    const auto cost
        = firstStartCost(input.data, *input.variant, input.inCase->caseIndex, CompileCache::Empty);
    if (!cost || cost->compileNs <= 0)
        return {};
    const double ns = cost->partsNs[static_cast<std::size_t>(CompilePart::Autotune)];
    if (ns < share * cost->compileNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "autotune_dominates",
        {TimeTaken {ns}, TimeTaken {cost->compileNs}});
    if (const auto won = autotuneGainNs(*process))
        finding.statements.push_back({"autotune_won", {TimeTaken {*won}}});
    finding.onceNs = ns;
    finding.remedy = {.kind = RemedyKind::Mode,
        .value = input.planned().compile.mode == "max-autotune" ? "reduce-overhead" : "default"};
    return {std::move(finding)};
}

struct CompiledBlocks {
    EqualBlocks blocks;
    double savedNs = 0; ///< of the compile, where one of them is compiled for all
};

/// Of a graph whose compile takes long because it holds one block many times.
std::optional<CompiledBlocks> compiledBlocks(
    const GeneratedCode& code, const std::vector<CompileFact>& compiles)
{
    constexpr std::int64_t leastBlocks = 6;
    constexpr double leastShare = 0.6; // of the graph's operators
    constexpr double leastSavedNs = 10e9;
    const auto compile = std::ranges::find(compiles, code.compileId, &CompileFact::compileId);
    const double ns
        = compile == compiles.end() ? 0 : static_cast<double>(compile->duration.count());
    if (ns < leastSavedNs) // most graphs: their operators need not be read
        return std::nullopt;
    const auto blocks = equalBlocks(code);
    if (!blocks || blocks->count < leastBlocks || blocks->shareOfGraph < leastShare)
        return std::nullopt;
    const auto count = static_cast<double>(blocks->count);
    const double savedNs = ns * blocks->shareOfGraph * (count - 1) / count;
    return savedNs < leastSavedNs ? std::nullopt : std::optional(CompiledBlocks {*blocks, savedNs});
}

/// A graph's compile grows with its operators: one block can be compiled once for all of them.
std::vector<Finding> equalBlocksCompiled(const FindingInput& input)
{
    if (compilesParts(input) || !usesTorchCompile(input.planned()))
        return {};
    const auto compiles = compiledGraphs(input.data, input.variant->variant);
    std::optional<CompiledBlocks> most;
    for (const auto& process : input.data.processes) {
        if (process.start.variant != input.variant->variant)
            continue;
        for (const auto& code : process.code)
            if (const auto found = compiledBlocks(code, compiles);
                found && (!most || found->savedNs > most->savedNs))
                most = found;
    }
    if (!most)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "equal_blocks",
        {most->blocks.count, most->blocks.modules, Share {most->blocks.shareOfGraph}});
    finding.caseIndex.reset(); // of what all cases run
    finding.onceNs = most->savedNs;
    finding.confidence = Confidence::Estimated;
    finding.remedy
        = {.kind = RemedyKind::CompilePart, .name = most->blocks.modules, .value = "instead"};
    return {std::move(finding)};
}

/// A slow first call is taken for a slow model: what compiling costs is large beside a difference
/// that nobody would notice.
std::vector<Finding> firstCall(const FindingInput& input)
{
    constexpr double calls = 100; // that the first one takes as long as
    const auto cold = coldNs(input);
    const auto medianNs = input.medianNs();
    if (input.variant->verdict != Verdict::NoDifference || !cold || !medianNs
        || *cold < calls * *medianNs)
        return {};
    auto finding = input.found(Finding::Severity::Information, "first_call",
        {TimeTaken {*cold}, Share {input.judged.plan.goal.minimumEffect}});
    finding.onceNs = *cold;
    return {std::move(finding)};
}

std::vector<Finding> paybackNever(const FindingInput& input)
{
    const auto cold = coldNs(input);
    if (!cold)
        return {};
    if (input.variant->verdict == Verdict::Slower) {
        auto finding
            = input.found(Finding::Severity::Information, "payback_never", {TimeTaken {*cold}});
        finding.onceNs = *cold;
        finding.remedy.kind = RemedyKind::WithoutCompile;
        return {std::move(finding)};
    }
    const auto horizon = input.judged.plan.goal.horizonCalls;
    const auto& payback = input.judged.plan.goal.cacheKept ? input.variant->paybackWarm
                                                           : input.variant->paybackCold;
    if (!horizon || !payback || payback->calls <= *horizon)
        return {};
    auto finding = input.found(
        Finding::Severity::Warning, "payback_beyond_horizon", {payback->calls, *horizon});
    finding.onceNs = *cold;
    finding.remedy.kind = RemedyKind::WithoutCompile;
    return {std::move(finding)};
}

/// All that makes two variants alike but whether sizes may change.
bool differInDynamicAlone(const Variant& one, const Variant& other)
{
    auto alike = other;
    alike.name = one.name;
    alike.compile.dynamic = one.compile.dynamic;
    return alike == one;
}

/// How much longer a call takes; nullopt where that cannot be told from nothing.
std::optional<CostPerCall> longerBy(
    const VariantResult& longer, const VariantResult& shorter, double baselineNs)
{
    if (!longer.speedUp || !shorter.speedUp)
        return std::nullopt;
    const auto& slow = longer.speedUp->ratio;
    const auto& fast = shorter.speedUp->ratio;
    if (slow.low <= 0 || fast.low <= 0)
        return std::nullopt;
    const CostPerCall cost {.estimateNs = baselineNs / slow.estimate - baselineNs / fast.estimate,
        .lowNs = baselineNs / slow.high - baselineNs / fast.low,
        .highNs = baselineNs / slow.low - baselineNs / fast.high};
    return cost.lowNs > 0 ? std::optional(cost) : std::nullopt;
}

/// What any size costs a variant in a case beside the one that is compiled for fixed sizes.
std::optional<CostInCase> dynamicCostIn(
    const FindingInput& input, const CaseResult& inCase, int fixed)
{
    const auto& baseline = inCase.variants.front().latency;
    const double baselineNs = baseline ? baseline->median().ns.value_or(0) : 0;
    const auto of = [&](int variant) -> const VariantResult& {
        return inCase.variants.at(static_cast<std::size_t>(variant));
    };
    const auto cost = longerBy(of(input.variant->variant), of(fixed), baselineNs);
    if (!cost || cost->estimateNs < input.judged.plan.goal.minimumEffect * baselineNs)
        return std::nullopt;
    return CostInCase {.caseIndex = inCase.caseIndex, .cost = *cost};
}

/// One case comes, and no variant beside it tells what its fixed sizes would win.
std::optional<Finding> dynamicUnneeded(const FindingInput& input)
{
    const auto& variants = input.judged.plan.variants;
    const bool beside = std::ranges::any_of(variants, [&](const Variant& other) {
        return other.name != input.planned().name && differInDynamicAlone(input.planned(), other);
    });
    if (beside || input.judged.cases.size() != 1)
        return std::nullopt;
    auto finding = input.found(Finding::Severity::Warning, "dynamic_unneeded");
    finding.rule = "dynamic_unneeded";
    finding.page = FindingPage::Configuration;
    finding.confidence = Confidence::Suspected;
    finding.remedy = {.kind = RemedyKind::Dynamic, .value = "false"};
    return finding;
}

/// Of all cases one finding: the remedy is the same.
std::vector<Finding> dynamicCost(const FindingInput& input)
{
    const auto& planned = input.planned();
    const auto& variants = input.judged.plan.variants;
    if (planned.compile.dynamic != true)
        return {};
    if (auto unneeded = dynamicUnneeded(input))
        return {std::move(*unneeded)};
    const auto fixed = std::ranges::find_if(variants, [&](const Variant& other) {
        return other.name != planned.name && differInDynamicAlone(planned, other);
    });
    if (fixed == variants.end())
        return {};
    std::vector<CostInCase> costs;
    for (const auto& inCase : input.judged.cases)
        if (const auto cost
            = dynamicCostIn(input, inCase, static_cast<int>(fixed - variants.begin())))
            costs.push_back(*cost);
    if (costs.empty())
        return {};
    std::ranges::stable_sort(costs, std::ranges::greater {},
        [](const CostInCase& inCase) { return inCase.cost.estimateNs; });
    auto finding = input.found(Finding::Severity::Warning, "dynamic_cost",
        {TimeTaken {costs.front().cost.estimateNs}, fixed->name});
    finding.caseIndex = costs.front().caseIndex;
    finding.recoverable = std::move(costs);
    finding.remedy = {.kind = RemedyKind::Dynamic, .value = fixed->compile.dynamic ? "false" : ""};
    return {std::move(finding)};
}

constexpr auto costRuleTable = std::to_array<FindingRule>({
    {"dynamic_cost", dynamicCost, FindingPage::Latency, FindingNeeds::Recording,
        FindingScope::Variant},
    {"autotune", autotune, FindingPage::Compile},
    {"equal_blocks", equalBlocksCompiled, FindingPage::Compile, FindingNeeds::Recording,
        FindingScope::Variant},
    {"payback_never", paybackNever, FindingPage::Compile},
    {"first_call", firstCall, FindingPage::Compile},
});

} // namespace

constinit const std::span<const FindingRule> costRules {costRuleTable};

} // namespace profiler
