// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/span_kind.h"

#include <algorithm>

namespace profiler::agent {

namespace {

constexpr std::string_view regionPrefix = "Torch-Compiled Region: ";
constexpr std::string_view lookupName = "TorchDynamo Cache Lookup";
constexpr std::string_view engineName = "autograd::engine::evaluate_function: ";
constexpr std::string_view compiledFunction = "CompiledFunction";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Inductor's C++ kernels: "cpp_fused_add_0", in some versions "graph_3_cpp_fused_add_0".
bool isKernelName(std::string_view name)
{
    constexpr std::string_view graph = "graph_";
    if (name.starts_with(graph)) {
        name.remove_prefix(graph.size());
        const auto digits = static_cast<std::size_t>(
            std::find_if_not(name.begin(), name.end(), isDigit) - name.begin());
        if (digits == 0 || !name.substr(digits).starts_with('_'))
            return false;
        name.remove_prefix(digits + 1);
    }
    return name.starts_with("cpp_");
}

} // namespace

SpanName readSpanName(SpanScope scope, std::string_view name, bool isOperator)
{
    if (isOperator)
        return {.kind = SpanKind::Operator, .text = name};
    if (name.starts_with(regionPrefix))
        return {.kind = SpanKind::Region, .text = name.substr(regionPrefix.size())};
    if (name == lookupName)
        return {.kind = SpanKind::Lookup, .text = name};
    if (scope == SpanScope::User)
        return {.kind = SpanKind::Range, .text = name};
    if (name.starts_with(compiledFunction))
        return {.kind = SpanKind::CompiledFunction, .text = name};
    if (scope == SpanScope::Backward || name.starts_with(engineName))
        return {.kind = SpanKind::Backward, .text = name};
    return {.kind = isKernelName(name) ? SpanKind::Kernel : SpanKind::Operator, .text = name};
}

} // namespace profiler::agent
