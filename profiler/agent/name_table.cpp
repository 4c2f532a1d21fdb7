// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/name_table.h"

#include <cstring>
#include <utility>

namespace profiler::agent {

namespace {

constexpr std::size_t mostNames = 50'000;
constexpr std::size_t longestName = 1'000;
constexpr std::string_view overflowName = "(names beyond the first 50000)";

} // namespace

std::uint64_t hashOf(SpanScope scope, std::string_view name)
{
    constexpr std::uint64_t prime = 0x9e3779b97f4a7c15U;
    std::uint64_t hash = (name.size() << 2U | static_cast<std::uint64_t>(scope)) * prime;
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * prime;
        hash ^= hash >> 32U;
    };
    while (name.size() >= sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, name.data(), sizeof(word));
        mix(word);
        name.remove_prefix(sizeof(word));
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, name.data(), name.size());
    mix(rest);
    return hash;
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
