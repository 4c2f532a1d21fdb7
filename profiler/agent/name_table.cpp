// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/name_table.h"

#include <algorithm>
#include <utility>

namespace profiler::agent {
namespace {

constexpr std::size_t mostNames = 50'000;
constexpr std::size_t longestName = 1'000;
constexpr std::string_view overflowName = "(names beyond the first 50000)";

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

const KnownName& NameTable::intern(SpanScope scope, std::string_view name, bool isOperator)
{
    const std::lock_guard lock(m_mutex);
    const bool full = m_names.size() >= mostNames;
    if (full) {
        name = overflowName;
        isOperator = false;
    }
    const auto hash = hashOf(scope, name);
    const auto [first, last] = m_byHash.equal_range(hash);
    for (auto entry = first; entry != last; ++entry)
        if (entry->second->scope == scope && entry->second->raw == name)
            return *entry->second;
    const auto read = readSpanName(scope, name, isOperator);
    m_names.push_back({.raw = std::string(name),
        .hash = hash,
        .scope = scope,
        .id = keep(read.text),
        .kind = read.kind});
    m_byHash.emplace(hash, &m_names.back());
    return m_names.back();
}

std::int32_t NameTable::add(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    return keep(text);
}

std::int32_t NameTable::keep(std::string_view text)
{
    m_new.push_back({.id = ++m_last, .text = std::string(text.substr(0, longestName))});
    return m_last;
}

TraceNames NameTable::takeNew()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_new, {});
}

} // namespace profiler::agent
