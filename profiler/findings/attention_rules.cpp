// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/evidence/ledger/matched_calls.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Attention that the model or the compiler computes in pieces, where a kernel of the library does
/// all of it.
namespace profiler {

namespace {

constexpr std::string_view batchProduct = "aten.bmm.default";

bool isSoftmax(const GeneratedNode& node)
{
    return node.target.find("softmax") != std::string::npos || node.target == "aten.exp.default";
}

/// Scores, softmax and values of attention in the same function of the same module.
struct AttentionInPieces {
    std::optional<CodePlace> products;
    std::optional<CodePlace> softmax; ///< where its node has kept its place
    std::set<std::string> softmaxes; ///< kernels that compute it
    std::set<std::string> kernels; ///< that compute any of it
};

using FunctionOfModule = std::pair<std::string, std::string>;

/// Functions of modules that multiply batches twice or more.
std::set<FunctionOfModule> functionsOfProducts(const GeneratedCode& code)
{
    std::map<FunctionOfModule, int> products;
    for (const auto& node : code.nodes)
        if (node.target == batchProduct && !node.function.empty())
            ++products[{node.module, node.function}];
    std::set<FunctionOfModule> found;
    for (const auto& [function, times] : products)
        if (times >= 2)
            found.insert(function);
    return found;
}

void setFirst(std::optional<CodePlace>& place, const GeneratedNode& node)
{
    if (!place)
        place = CodePlace {.file = node.file, .line = node.line, .function = node.function};
}

void addAttention(const GeneratedCode& code, AttentionInPieces& attention)
{
    const auto functions = functionsOfProducts(code);
    const auto isInside = [&](const GeneratedNode& node) {
        return functions.contains({node.module, node.function});
    };
    for (const auto& node : code.nodes) {
        if (isInside(node) && node.target == batchProduct)
            setFirst(attention.products, node);
        if (isInside(node) && isSoftmax(node))
            setFirst(attention.softmax, node);
    }
    for (const auto& kernel : code.kernels)
        for (const auto index : kernel.nodes) {
            if (index >= code.nodes.size() || !isInside(code.nodes[index]))
                continue;
            attention.kernels.insert(kernel.name);
            if (isSoftmax(code.nodes[index]))
                attention.softmaxes.insert(kernel.name);
        }
}

AttentionInPieces attentionIn(const ProcessRecord& process)
{
    AttentionInPieces attention;
    for (const auto& code : process.code)
        addAttention(code, attention);
    return attention;
}

bool isRunOfAny(const std::string& name, const std::set<std::string>& kernels)
{
    return std::ranges::any_of(
        kernels, [&](const std::string& kernel) { return isRunOf(name, kernel); });
}

/// Attention's operators that are one kernel of the library.
const OperatorStat* fusedAttention(const TraceSummary& trace)
{
    constexpr std::string_view fused = "aten::_scaled_dot_product_";
    constexpr std::string_view pieces = "aten::_scaled_dot_product_attention_math";
    const auto found = std::ranges::find_if(trace.operators, [&](const OperatorStat& stat) {
        return stat.name.starts_with(fused) && !stat.name.starts_with(pieces);
    });
    return found == trace.operators.end() ? nullptr : &*found;
}

/// The library's kernels for it, by words in their names.
bool isAttentionKernel(const std::string& name)
{
    constexpr auto words = std::to_array<std::string_view>({"sdpa", "flash", "fmha", "attention"});
    return kernelNameHas(name, words);
}

/// What its pieces take more than the kernel that eager runs, ns of a call: what Inductor generated
/// for it, and products that eager has none of.
double moreInPieces(const WorkComparison& work, const AttentionInPieces& attention)
{
    double more = 0;
    for (const auto& row : work.rows) {
        const auto& [eager, compiled] = row.time;
        if (compiled && !eager
            && (isRunOfAny(row.name, attention.kernels)
                || (row.kind == WorkKind::Matmul && !isAttentionKernel(row.name))))
            more += compiled->ns;
        if (eager && !compiled && isAttentionKernel(row.name))
            more -= eager->ns;
    }
    return more;
}

/// The model calls torch's attention, eager has one kernel for it, and the compiled code has not.
std::vector<Finding> attentionDecomposed(const FindingInput& input)
{
    constexpr double leastShare = 0.05; // of a call
    const int caseIndex = input.inCase->caseIndex;
    const auto* eager = tracedCallsOf(input.data, 0, caseIndex).trace;
    const auto traced = tracedCallsOf(input.data, input.variant->variant, caseIndex);
    const auto medianNs = input.medianNs();
    if (eager == nullptr || traced.trace == nullptr || medianNs.value_or(0) <= 0)
        return {};
    const auto* fused = fusedAttention(*eager);
    if (fused == nullptr || fusedAttention(*traced.trace) != nullptr)
        return {};
    const auto attention = attentionIn(*traced.process);
    const auto work = compareWork(input.data, *input.inCase, input.variant->variant);
    if (!attention.products || !work || !work->onDevice || !work->isPaired())
        return {};
    const double more = moreInPieces(*work, attention);
    if (more < leastShare * *medianNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "attention_decomposed",
        {TimeTaken {more}, Share {std::min(1.0, more / *medianNs)}, fused->name});
    finding.recoverable = atMost(more, caseIndex);
    finding.confidence = Confidence::Estimated;
    finding.seen = Finding::Seen::InCode;
    finding.place = attention.products;
    finding.remedy.kind = RemedyKind::Rewrite;
    return {std::move(finding)};
}

/// The kernels of its softmax write and read all scores, which the library's kernel keeps in its
/// cache.
std::vector<Finding> attentionByHand(const FindingInput& input)
{
    const auto traced = tracedCallsOf(input.data, input.variant->variant, input.inCase->caseIndex);
    constexpr double softmaxShare = 0.2; // of a call
    const auto medianNs = input.medianNs();
    if (traced.trace == nullptr || !medianNs || *medianNs <= 0)
        return {};
    const auto attention = attentionIn(*traced.process);
    if (!attention.softmax)
        return {};
    const auto work = compareWork(input.data, *input.inCase, input.variant->variant);
    double ns = 0;
    if (work)
        for (const auto& row : work->rows)
            if (row.time.variant && isRunOfAny(row.name, attention.softmaxes))
                ns += row.time.variant->ns;
    if (ns < softmaxShare * *medianNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "attention_by_hand",
        {TimeTaken {ns}, Share {std::min(1.0, ns / *medianNs)}});
    finding.recoverable = atMost(ns, input.inCase->caseIndex);
    finding.confidence = Confidence::Estimated;
    finding.seen = Finding::Seen::InCode;
    finding.place = attention.softmax;
    finding.remedy.kind = RemedyKind::Rewrite;
    return {std::move(finding)};
}

constexpr auto attentionRuleTable = std::to_array<FindingRule>({
    {"attention_by_hand", attentionByHand, FindingPage::Kernels},
    {"attention_decomposed", attentionDecomposed, FindingPage::Kernels},
});

} // namespace

constinit const std::span<const FindingRule> attentionRules {attentionRuleTable};

} // namespace profiler
