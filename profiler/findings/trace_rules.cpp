// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/ledger/copied_layouts.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/trace.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

/// Where compiled code costs more than it saves though nothing broke, from the traces of a case on
/// the CPU.
namespace profiler {

namespace {

constexpr double timesLonger = 2; ///< than what it stands for
constexpr double leastKernelShare = 0.03; ///< of a call; less is no finding

/// Median of a compiled call on the host; nothing of a device: host times of operators are no
/// device times.
std::optional<double> hostMedianNs(const FindingInput& input)
{
    const auto& latency = input.variant->latency;
    const double medianNs = latency ? latency->median().ns.value_or(0) : 0;
    if (input.variant->variant == 0 || medianNs <= 0
        || costSideOf(input.data.plan) == CostSide::Device)
        return std::nullopt;
    return medianNs;
}

/// "max_pool2d_with_indices" of "aten::max_pool2d_with_indices"; empty: none of the library's.
std::string_view libraryName(std::string_view name)
{
    constexpr std::string_view library = "aten::";
    if (!name.starts_with(library))
        return {};
    name.remove_prefix(library.size());
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    return name;
}

bool namesOperator(const std::string& kernel, std::string_view name)
{
    return kernel.find("_" + std::string(name) + "_") != std::string::npos;
}

/// How long an operator and the generated kernels of its name take in a call.
struct Decomposed {
    std::string_view name;
    double eagerNs = 0; ///< of all operators that those kernels name
    double compiledNs = 0;
};

double totalPerCallNs(const OperatorStat& stat, const TraceSummary& trace)
{
    return trace.calls.empty()
        ? 0
        : static_cast<double>(stat.totalNs) / static_cast<double>(trace.calls.size());
}

/// Without what they copy for library calls: that is no part of the operator.
Decomposed decomposed(std::string_view name, const TraceSummary& eager,
    const TraceSummary& compiled, const std::map<std::string, double>& copied)
{
    Decomposed found {.name = name};
    std::string kernels;
    for (const auto& stat : compiled.operators)
        if (stat.kind == SpanKind::Kernel && namesOperator(stat.name, name)) {
            const auto share = copied.find(stat.name);
            found.compiledNs
                += stat.selfPerCallNs * (share == copied.end() ? 1 : 1 - share->second);
            kernels += stat.name + " ";
        }
    double longestNs = 0; // with what it calls, of which no kernel is named
    for (const auto& stat : eager.operators)
        if (const auto other = libraryName(stat.name);
            stat.kind == SpanKind::Operator && !other.empty() && namesOperator(kernels, other)) {
            found.eagerNs += stat.selfPerCallNs;
            longestNs = std::max(longestNs, totalPerCallNs(stat, eager));
        }
    found.eagerNs = std::max(found.eagerNs, longestNs);
    return found;
}

/// Then the generated kernels prepare what it takes or go on with what it gives, and replace other
/// operators.
bool isStillCalled(const TraceSummary& compiled, std::string_view name)
{
    return std::ranges::any_of(compiled.operators, [&](const OperatorStat& stat) {
        return stat.kind == SpanKind::Operator && libraryName(stat.name) == name;
    });
}

/// The one that loses most.
std::optional<Decomposed> worstDecomposed(const TraceSummary& eager, const TraceSummary& compiled,
    const std::map<std::string, double>& copied, double leastNs)
{
    constexpr std::size_t most = 40; // operators are sorted by time
    std::optional<Decomposed> worst;
    for (std::size_t i = 0; i < std::min(most, eager.operators.size()); ++i) {
        const auto name = libraryName(eager.operators[i].name);
        if (name.empty() || isStillCalled(compiled, name))
            continue;
        const auto found = decomposed(name, eager, compiled, copied);
        const double lost = found.compiledNs - found.eagerNs;
        if (found.compiledNs > timesLonger * found.eagerNs && lost > leastNs
            && (!worst || lost > worst->compiledNs - worst->eagerNs))
            worst = found;
    }
    return worst;
}

/// Traced calls of both sides, with what makes their times those of untraced calls.
struct TracedPair {
    const TraceSummary* eager = nullptr;
    const TraceSummary* compiled = nullptr;
    double medianNs = 0; ///< of a compiled call
    double eagerMedianNs = 0; ///< 0: not known
};

std::optional<TracedPair> tracedPair(const FindingInput& input)
{
    const auto medianNs = hostMedianNs(input);
    if (!medianNs)
        return std::nullopt;
    const int caseIndex = input.inCase->caseIndex;
    TracedPair pair {.eager = trustedTrace(input.data, input.baseline(), caseIndex),
        .compiled = trustedTrace(input.data, *input.variant, caseIndex),
        .medianNs = *medianNs};
    if (pair.eager == nullptr || pair.compiled == nullptr)
        return std::nullopt;
    if (!input.inCase->variants.empty() && input.baseline().latency)
        pair.eagerMedianNs = input.baseline().latency->median().ns.value_or(0);
    return pair;
}

/// Below 1 where all work takes longer under the trace than the whole call does without.
double scaleOf(const TraceSummary& trace, double medianNs)
{
    double worked = 0;
    for (const auto& stat : trace.operators)
        if (workKindOf(stat.name, stat.kind))
            worked += stat.selfPerCallNs;
    return medianNs > 0 && worked > medianNs ? medianNs / worked : 1;
}

std::vector<Finding> decomposedOperator(const FindingInput& input)
{
    const auto pair = tracedPair(input);
    if (!pair)
        return {};
    const auto copied = copiedLayouts(input.data, *input.inCase, input.variant->variant);
    const auto found = worstDecomposed(*pair->eager, *pair->compiled,
        copied.value_or(CopiedLayouts {}).shares, leastKernelShare * pair->medianNs);
    if (!found)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "decomposed_operator",
        {std::string(found->name), TimeTaken {found->compiledNs}, TimeTaken {found->eagerNs}});
    finding.recoverable
        = atMost((found->compiledNs - found->eagerNs) * scaleOf(*pair->compiled, pair->medianNs),
            input.inCase->caseIndex);
    finding.confidence = Confidence::Estimated;
    return {std::move(finding)};
}

/// "convolution" of "graph_0_cpp_fused_convolution_3": what a generated kernel is named after, all
/// of it.
std::string_view namedAfter(std::string_view kernel)
{
    constexpr std::string_view fused = "_fused_";
    const auto at = kernel.find(fused);
    if (at == std::string_view::npos)
        return {};
    kernel.remove_prefix(at + fused.size());
    const auto number = kernel.find_last_not_of("0123456789");
    if (number == std::string_view::npos || kernel[number] != '_')
        return {};
    kernel = kernel.substr(0, number);
    kernel.remove_prefix(std::min(kernel.find_first_not_of('_'), kernel.size()));
    return kernel;
}

/// Freezing is asked for by Dynamo, too, which never sees options of torch.compile: as an option it
/// leaves the weights inputs of the graph, and folds nothing (torch 2.9 to 2.11).
Remedy remedyOfWeights(const FindingInput& input)
{
    if (input.data.plan.workload.task == Task::Inference)
        return {.kind = RemedyKind::InductorConfig, .name = "freezing", .value = "true"};
    return {.kind = RemedyKind::Option, .name = "layout_optimization", .value = "false"};
}

/// One kind of copies that the generated code was seen to make.
std::optional<Finding> copiesOf(const FindingInput& input, std::string_view id, double ns,
    double medianNs, const CopiedLayouts& copied)
{
    if (ns < leastKernelShare * medianNs)
        return std::nullopt;
    auto finding = input.found(
        Finding::Severity::Warning, id, {TimeTaken {ns}, Share {std::min(1.0, ns / medianNs)}});
    finding.recoverable = atMost(ns, input.inCase->caseIndex);
    finding.confidence = copied.sharedByBytes ? Confidence::Estimated : Confidence::Measured;
    return finding;
}

/// nullopt: the file does not hold the generated code.
std::optional<std::vector<Finding>> copiesInCode(const FindingInput& input, double medianNs)
{
    const auto copied = copiedLayouts(input.data, *input.inCase, input.variant->variant);
    if (!copied)
        return std::nullopt;
    std::vector<Finding> findings;
    if (auto weights = copiesOf(input, "weight_copies", copied->weightNs, medianNs, *copied)) {
        weights->remedy = remedyOfWeights(input);
        findings.push_back(std::move(*weights));
    }
    if (auto inputs = copiesOf(input, "input_copies", copied->inputNs, medianNs, *copied)) {
        inputs->remedy = {.kind = RemedyKind::MemoryFormat, .value = "channels_last"};
        findings.push_back(std::move(*inputs));
    }
    return findings;
}

/// Without the code: a kernel that is named after a library operator alone cannot compute it, as
/// the library call is still made: it brings what that takes into another layout.
std::vector<Finding> layoutCopies(const FindingInput& input)
{
    const auto pair = tracedPair(input);
    if (!pair)
        return {};
    if (auto inCode = copiesInCode(input, pair->medianNs))
        return std::move(*inCode);
    double ns = 0;
    double most = 0;
    std::string_view name;
    for (const auto& stat : pair->compiled->operators) {
        const auto after = stat.kind == SpanKind::Kernel ? namedAfter(stat.name) : "";
        if (after.empty() || !isStillCalled(*pair->compiled, after))
            continue;
        ns += stat.selfPerCallNs;
        if (stat.selfPerCallNs > most) {
            most = stat.selfPerCallNs;
            name = after;
        }
    }
    ns *= scaleOf(*pair->compiled, pair->medianNs);
    if (ns < leastKernelShare * pair->medianNs)
        return {};
    auto finding = input.found(
        Finding::Severity::Warning, "layout_copies", {TimeTaken {ns}, std::string(name)});
    finding.recoverable = atMost(ns, input.inCase->caseIndex);
    finding.confidence = Confidence::Estimated;
    finding.remedy = remedyOfWeights(input);
    return {std::move(finding)};
}

/// The same library call takes longer in compiled code than in eager: other layouts, other
/// algorithms. Told only of a variant that lost, as one trace of each side is no comparison.
std::vector<Finding> slowerLibraryCall(const FindingInput& input)
{
    constexpr double longer = 1.2;
    constexpr double share = 0.1; // of a call
    const auto pair = tracedPair(input);
    const auto verdict = input.variant->verdict;
    const bool lost = verdict == Verdict::Slower || verdict == Verdict::UndecidedLeaningSlower;
    const bool lowered = input.planned().compile.backend.value_or("inductor") == "inductor";
    if (!pair || !lost || !lowered || pair->eagerMedianNs <= 0)
        return {};
    const double eagerScale = scaleOf(*pair->eager, pair->eagerMedianNs);
    const double scale = scaleOf(*pair->compiled, pair->medianNs);
    std::vector<Finding> findings;
    for (const auto& stat : pair->compiled->operators) {
        if (workKindOf(stat.name, stat.kind) != WorkKind::Matmul)
            continue;
        const auto same = std::ranges::find(pair->eager->operators, stat.name, &OperatorStat::name);
        if (same == pair->eager->operators.end())
            continue;
        const double ns = stat.selfPerCallNs * scale;
        const double eagerNs = same->selfPerCallNs * eagerScale;
        const bool moreWork = stat.count * static_cast<std::int64_t>(pair->eager->calls.size())
            > same->count * static_cast<std::int64_t>(pair->compiled->calls.size());
        if (moreWork || ns < longer * eagerNs || ns - eagerNs < share * pair->medianNs)
            continue;
        auto finding = input.found(Finding::Severity::Warning, "slower_library_call",
            {stat.name, TimeTaken {ns}, TimeTaken {eagerNs}});
        finding.recoverable = atMost(ns - eagerNs, input.inCase->caseIndex);
        finding.confidence = Confidence::Estimated;
        if (stat.name.find("conv") != std::string::npos) // Inductor changes no other layouts
            finding.remedy
                = {.kind = RemedyKind::Option, .name = "layout_optimization", .value = "false"};
        findings.push_back(std::move(finding));
    }
    return findings;
}

constexpr auto traceRuleTable = std::to_array<FindingRule>({
    {"decomposed_operator", decomposedOperator, FindingPage::Kernels, FindingNeeds::File},
    {"layout_copies", layoutCopies, FindingPage::Kernels, FindingNeeds::File},
    {"slower_library_call", slowerLibraryCall, FindingPage::Kernels},
});

} // namespace

constinit const std::span<const FindingRule> traceRules {traceRuleTable};

} // namespace profiler
