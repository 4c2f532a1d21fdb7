// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/work_kind.h"

#include "profiler/evidence/trace/collective_kind.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/span_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace profiler {

namespace {

/// Any of these within the name decides; the first table that matches.
constexpr std::array<std::string_view, 14> matmulParts {"mm", "matmul", "linear", "conv",
    "attention", "einsum", "bilinear", "gemm", "lstm", "gru", "rnn", "mv", "dot", "outer"};
constexpr std::array<std::string_view, 18> normParts {"norm", "softmax", "sum", "mean", "prod",
    "max", "min", "var", "std", "argsort", "sort", "topk", "cum", "pool", "loss", "reduce", "any",
    "all"};
constexpr std::array<std::string_view, 9> copyParts {
    "copy", "clone", "contiguous", "cat", "stack", "gather", "scatter", "index", "pad"};
constexpr std::array<std::string_view, 3> optimizerParts {"_fused_adam", "_fused_sgd", "_foreach_"};

/// Of two operands or of a bound: no reduction, though they are named like one.
constexpr std::array<std::string_view, 5> elementwiseParts {
    "clamp", "maximum", "minimum", "fmax", "fmin"};

/// Names without the namespace: they change how memory is seen, or make room.
constexpr std::array<std::string_view, 42> noWork {"view", "_unsafe_view", "view_as", "as_strided",
    "transpose", "t", "permute", "expand", "expand_as", "reshape", "_reshape_alias", "select",
    "slice", "narrow", "unbind", "split", "split_with_sizes", "chunk", "squeeze", "unsqueeze",
    "detach", "detach_", "alias", "empty", "empty_like", "empty_strided", "new_empty", "flatten",
    "unflatten", "resolve_conj", "resolve_neg", "item", "_local_scalar_dense", "is_nonzero", "size",
    "stride", "set_", "resize_", "lift_fresh", "result_type", "numel", "to"};

template <typename Parts>
bool hasAny(std::string_view name, const Parts& parts)
{
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

/// Of torch.distributed: whatever it does is done with other processes.
constexpr std::array<std::string_view, 3> distributed {
    "c10d::", "_c10d_functional::", "c10d_functional::"};

/// Collectives that run on a thread of the host; torch marks them as a user's range.
constexpr std::array<std::string_view, 3> collectives {"gloo:", "mpi:", "ucc:"};

template <typename Parts>
bool beginsWithAny(std::string_view name, const Parts& parts)
{
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return name.starts_with(part); });
}

std::string_view withoutNamespace(std::string_view name)
{
    const auto colons = name.rfind("::");
    return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

} // namespace

std::string workKindName(WorkKind kind)
{
    return textOf(kind,
        {{WorkKind::Matmul, "GEMM, attention, conv"}, {WorkKind::Fused, "fused"},
            {WorkKind::Norm, "norm, reduce"}, {WorkKind::Elementwise, "elementwise"},
            {WorkKind::Embedding, "embedding"}, {WorkKind::Optimizer, "optimizer"},
            {WorkKind::Communication, "communication"}, {WorkKind::Copy, "copies"}});
}

bool isCollective(const std::string& name, SpanKind kind)
{
    return kind == SpanKind::Range && beginsWithAny(name, collectives);
}

std::optional<WorkKind> workKindOf(const std::string& name, SpanKind kind)
{
    if (kind == SpanKind::Kernel)
        return WorkKind::Fused;
    if (isCollective(name, kind))
        return WorkKind::Communication;
    const auto bare = withoutNamespace(name);
    if (kind != SpanKind::Operator || std::ranges::find(noWork, bare) != noWork.end())
        return std::nullopt;
    if (beginsWithAny(name, distributed) || namesCommunication(bare))
        return WorkKind::Communication;
    if (hasAny(bare, optimizerParts))
        return WorkKind::Optimizer;
    if (bare.find("fused") != std::string_view::npos)
        return WorkKind::Fused;
    if (bare.find("embedding") != std::string_view::npos)
        return WorkKind::Embedding;
    if (hasAny(bare, copyParts))
        return WorkKind::Copy;
    // "addcmul" is no matmul, "addmm" is; a sum of products is the product.
    if (bare.find("cmul") == std::string_view::npos && hasAny(bare, matmulParts))
        return WorkKind::Matmul;
    if (hasAny(bare, elementwiseParts))
        return WorkKind::Elementwise;
    return hasAny(bare, normParts) ? WorkKind::Norm : WorkKind::Elementwise;
}

} // namespace profiler
