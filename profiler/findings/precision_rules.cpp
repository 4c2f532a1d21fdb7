// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/findings/finding_rules.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

/// Digits that cost time.
namespace profiler {

namespace {

/// By how NVIDIA's libraries name products of float32 outside of the tensor cores, on devices whose
/// tensor cores know TF32 (from compute capability 8.0 on).
bool isPlainProduct(const NamedWork& row)
{
    constexpr auto plain = std::to_array<std::string_view>({"f32f32_f32f32_f32", "sgemm"});
    constexpr auto otherwise = std::to_array<std::string_view>(
        {"tf32", "tensorop", "volta_", "turing_", "maxwell_", "pascal_"});
    if (row.kind != WorkKind::Matmul)
        return false;
    return kernelNameHas(row.name, plain) && !kernelNameHas(row.name, otherwise);
}

/// TF32 multiplies eight times as fast on an H100 as float32, and large products alone get there:
/// half of their time is as likely as all or none.
std::vector<Finding> float32Products(const FindingInput& input)
{
    constexpr double leastShare = 0.1; // of a call
    constexpr double most = 7.0 / 8;
    const auto medianNs = input.medianNs();
    const auto work = compareWork(input.data, *input.inCase, input.variant->variant);
    if (!work || !work->onDevice || medianNs.value_or(0) <= 0)
        return {};
    double ns = 0;
    for (const auto& row : work->rows) {
        const auto& time = input.variant->variant == 0 ? row.time.baseline : row.time.variant;
        if (time && isPlainProduct(row))
            ns += time->ns;
    }
    if (ns < leastShare * *medianNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "float32_products",
        {TimeTaken {ns}, Share {std::min(1.0, ns / *medianNs)}});
    finding.recoverable = {{.caseIndex = input.inCase->caseIndex,
        .cost = {.estimateNs = ns / 2, .lowNs = 0, .highNs = most * ns}}};
    finding.confidence = Confidence::Estimated;
    finding.remedy = {.kind = RemedyKind::MatmulPrecision, .value = "high"};
    return {std::move(finding)};
}

constexpr auto precisionRuleTable = std::to_array<FindingRule>({
    {"float32_products", float32Products, FindingPage::Kernels},
});

} // namespace

constinit const std::span<const FindingRule> precisionRules {precisionRuleTable};

} // namespace profiler
