// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/ledger/generated_calls.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Where one kernel of the library does faster what the model or the compiler does in pieces.
namespace profiler {

namespace {

constexpr double leastLibraryShare = 0.1; ///< of a call; less is no finding

bool isProduct(std::string_view kernel)
{
    constexpr auto products = std::to_array<std::string_view>(
        {"extern_kernels.addmm", "extern_kernels.mm", "extern_kernels.bmm", "_linear_pointwise"});
    return std::ranges::any_of(products,
        [&](std::string_view product) { return kernel.find(product) != std::string_view::npos; });
}

bool isParameter(const GeneratedCode& code, const std::string& name)
{
    return std::ranges::any_of(code.nodes,
        [&](const GeneratedNode& node) { return node.target == "parameter" && node.name == name; });
}

/// Products of one graph that all take the same weight: rounds of a loop that was written out.
struct Unrolled {
    std::int64_t rounds = 0;
    std::int64_t kernels = 0; ///< of the graph
    std::string compileId;
    std::optional<CodePlace> place;
    std::string_view module; ///< of torch that does the same; empty: not recognised
};

/// The line of the product; of several it was made of, the first that has one.
std::optional<CodePlace> placeOfCall(const GeneratedCode& code, const GeneratedCall& call)
{
    for (const auto& kernel : code.kernels) {
        if (kernel.name != call.kernel || kernel.handle != call.handle)
            continue;
        for (const auto index : kernel.nodes)
            if (index < code.nodes.size() && !code.nodes[index].file.empty()) {
                const auto& node = code.nodes[index];
                return CodePlace {.file = node.file, .line = node.line, .function = node.function};
            }
    }
    return std::nullopt;
}

/// By the gates of a round: an LSTM opens three and bends two values, a GRU two and one.
std::string_view recurrentModule(const GeneratedCode& code, std::int64_t rounds)
{
    const auto perRound = [&](std::string_view target) {
        return std::ranges::count_if(code.nodes, [&](const GeneratedNode& node) {
            return node.target.starts_with(target);
        }) / rounds;
    };
    const auto gates = perRound("aten.sigmoid");
    const auto bent = perRound("aten.tanh");
    if (gates >= 3 && bent >= 2)
        return "nn.LSTM";
    if (gates == 2 && bent >= 1)
        return "nn.GRU";
    return gates == 0 && bent >= 1 ? "nn.RNN" : "";
}

std::optional<Unrolled> unrolledIn(const GeneratedCode& code)
{
    constexpr std::int64_t least = 8; // rounds; fewer may be layers that share their weights
    const auto calls = generatedCalls(code.code);
    std::map<std::string, std::pair<std::int64_t, const GeneratedCall*>> byWeight;
    for (const auto& call : calls)
        if (isProduct(call.kernel))
            for (const auto& tensor : call.tensors) {
                auto& [times, first] = byWeight[tensor];
                first = times++ == 0 ? &call : first;
            }
    Unrolled found {
        .kernels = static_cast<std::int64_t>(calls.size()), .compileId = code.compileId};
    for (const auto& [weight, taken] : byWeight)
        if (taken.first > found.rounds && isParameter(code, weight)) {
            found.rounds = taken.first;
            found.place = placeOfCall(code, *taken.second);
        }
    if (found.rounds < least)
        return std::nullopt;
    found.module = recurrentModule(code, found.rounds);
    return found;
}

/// What compiling all rounds but one took: a graph's compile grows with its kernels.
std::optional<double> compileOfRounds(const FindingInput& input, const Unrolled& loop)
{
    const auto compiles = compiledGraphs(input.data, input.variant->variant);
    const auto same = std::ranges::find(compiles, loop.compileId, &CompileFact::compileId);
    if (same == compiles.end() || same->duration.count() <= 0)
        return std::nullopt;
    const auto rounds = static_cast<double>(loop.rounds);
    return static_cast<double>(same->duration.count()) * (rounds - 1) / rounds;
}

std::vector<Finding> unrolledLoop(const FindingInput& input)
{
    const auto traced = tracedCallsOf(input.data, input.variant->variant, input.inCase->caseIndex);
    if (traced.trace == nullptr)
        return {};
    std::optional<Unrolled> worst;
    for (const auto& code : traced.process->code)
        if (auto found = unrolledIn(code); found && (!worst || found->rounds > worst->rounds))
            worst = std::move(found);
    if (!worst)
        return {};
    auto finding
        = input.found(Finding::Severity::Warning, "unrolled_loop", {worst->rounds, worst->kernels});
    if (!worst->module.empty())
        finding.statements.push_back({"as_library_does", {std::string(worst->module)}});
    finding.onceNs = compileOfRounds(input, *worst);
    finding.confidence = Confidence::Estimated;
    finding.remedy = {.kind = RemedyKind::Rewrite, .name = std::string(worst->module)};
    if (worst->place) {
        finding.seen = Finding::Seen::InCode;
        finding.place = worst->place;
    }
    return {std::move(finding)};
}

/// Operators that are one fast kernel of the library, by the beginning of their names.
constexpr auto fastOperators = std::to_array<std::string_view>({"aten::lstm", "aten::gru",
    "aten::mkldnn_rnn_layer", "aten::_cudnn_rnn", "aten::_thnn_fused_lstm_cell",
    "aten::_scaled_dot_product_flash", "aten::_scaled_dot_product_efficient",
    "aten::_scaled_dot_product_cudnn", "aten::_fused_adam", "aten::_fused_sgd",
    "aten::mkldnn_convolution", "mkldnn::", "onednn::"});

bool isFast(const std::string& name)
{
    return std::ranges::any_of(
        fastOperators, [&](std::string_view fast) { return name.starts_with(fast); });
}

double perCall(const OperatorStat& stat, const TraceSummary& trace)
{
    return static_cast<double>(stat.totalNs) / static_cast<double>(trace.calls.size());
}

/// The longest of those that eager calls and compiled code no longer does.
const OperatorStat* lostOperator(const TraceSummary& eager, const TraceSummary& compiled)
{
    for (const auto& stat : eager.operators) // longest first
        if (isFast(stat.name)
            && std::ranges::find(compiled.operators, stat.name, &OperatorStat::name)
                == compiled.operators.end())
            return &stat;
    return nullptr;
}

/// Told of a variant that lost alone: what replaces the kernel may well be faster.
std::vector<Finding> libraryKernelLost(const FindingInput& input)
{
    const auto& verdict = input.variant->verdict;
    if (verdict != Verdict::Slower && verdict != Verdict::UndecidedLeaningSlower)
        return {};
    const int caseIndex = input.inCase->caseIndex;
    const auto* eager = trustedTrace(input.data, input.baseline(), caseIndex);
    const auto* compiled = trustedTrace(input.data, *input.variant, caseIndex);
    const auto medianNs = input.medianNs();
    const auto& latency = input.baseline().latency;
    const double baselineNs = latency ? latency->median().ns.value_or(0) : 0;
    if (eager == nullptr || compiled == nullptr || eager->calls.empty() || !medianNs
        || baselineNs <= 0)
        return {};
    const auto* lost = lostOperator(*eager, *compiled);
    if (lost == nullptr || perCall(*lost, *eager) < leastLibraryShare * baselineNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "library_kernel_lost",
        {lost->name, TimeTaken {std::min(baselineNs, perCall(*lost, *eager))}});
    finding.recoverable = atMost(std::max(0.0, *medianNs - baselineNs), caseIndex);
    finding.confidence = Confidence::Estimated;
    return {std::move(finding)};
}

/// Torch's optimizers that have a kernel for all of a step.
constexpr auto fusedOptimizers
    = std::to_array<std::string_view>({"Adam", "AdamW", "SGD", "Adagrad"});

/// "SGD" of "Optimizer.step#SGD.step"; empty: no step of an optimizer that can be fused.
std::string optimizerOf(const std::string& range)
{
    constexpr std::string_view before = "Optimizer.step#";
    constexpr std::string_view after = ".step";
    if (!range.starts_with(before) || !range.ends_with(after))
        return {};
    const auto name = range.substr(before.size(), range.size() - before.size() - after.size());
    return std::ranges::find(fusedOptimizers, name) == fusedOptimizers.end() ? std::string() : name;
}

bool callsFusedStep(const TraceSummary& trace)
{
    return std::ranges::any_of(trace.operators,
        [](const OperatorStat& stat) { return stat.name.starts_with("aten::_fused_"); });
}

std::vector<Finding> optimizerNotFused(const FindingInput& input)
{
    const auto* trace = trustedTrace(input.data, *input.variant, input.inCase->caseIndex);
    const auto medianNs = input.medianNs();
    if (trace == nullptr || trace->calls.empty() || !medianNs || callsFusedStep(*trace))
        return {};
    for (const auto& stat : trace->operators) {
        const auto optimizer = optimizerOf(stat.name);
        const double ns = std::min(perCall(stat, *trace), *medianNs);
        if (optimizer.empty() || ns < leastLibraryShare * *medianNs)
            continue;
        auto finding = input.found(Finding::Severity::Information, "optimizer_not_fused",
            {optimizer, TimeTaken {ns}, Share {ns / *medianNs}});
        finding.recoverable = {{.caseIndex = input.inCase->caseIndex,
            .cost = {.estimateNs = ns / 2, .lowNs = 0, .highNs = ns}}};
        finding.confidence = Confidence::Estimated;
        finding.remedy = {.kind = RemedyKind::Rewrite, .name = optimizer};
        return {std::move(finding)};
    }
    return {};
}

bool compilesOptimizer(const Variant& variant)
{
    return std::ranges::any_of(variant.parts, [](const CompiledPart& part) {
        return part.target == "optimizer" || part.target == "step";
    });
}

/// What torch.compile of the model leaves as it is.
std::vector<Finding> optimizerEager(const FindingInput& input)
{
    constexpr double leastShare = 0.2;
    const auto& variant = input.planned();
    const auto& step = input.variant->step;
    const auto& workload = input.judged.plan.workload;
    if (!usesTorchCompile(variant) || !step || !(step->wholeNs > 0) || !workload.parts.empty()
        || compilesOptimizer(variant))
        return {};
    const double ns = step->at(StepPart::Optimizer);
    if (ns < leastShare * step->wholeNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "optimizer_eager",
        {TimeTaken {ns}, Share {ns / step->wholeNs}});
    finding.recoverable = {{.caseIndex = input.inCase->caseIndex,
        .cost = {.estimateNs = ns / 2, .lowNs = 0, .highNs = ns}}};
    finding.confidence = Confidence::Estimated;
    finding.remedy = {.kind = RemedyKind::CompilePart, .name = "optimizer"};
    return {std::move(finding)};
}

constexpr auto libraryRuleTable = std::to_array<FindingRule>({
    {"library_kernel_lost", libraryKernelLost, FindingPage::Kernels},
    {"unrolled_loop", unrolledLoop, FindingPage::Kernels},
    {"optimizer_not_fused", optimizerNotFused, FindingPage::Kernels, FindingNeeds::File},
    {"optimizer_eager", optimizerEager, FindingPage::Latency},
});

} // namespace

constinit const std::span<const FindingRule> libraryRules {libraryRuleTable};

} // namespace profiler
