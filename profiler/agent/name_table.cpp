// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/name_table.h"

#include <utility>

namespace profiler::agent {

namespace {

constexpr std::size_t mostNames = 50'000;
constexpr std::size_t longestName = 1'000;
constexpr std::string_view overflowName = "(names beyond the first 50000)";

} // namespace

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
