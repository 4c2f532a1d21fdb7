// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/name_table.h"

#include <utility>

namespace profiler::collect {
namespace {

constexpr std::size_t placesTried = 8;
constexpr std::string_view unnamed = "(unnamed kernel)";

std::size_t placeOf(const char* name)
{
    return (reinterpret_cast<std::uintptr_t>(name) * 0x9e3779b97f4a7c15U) >> 52U;
}

} // namespace

std::int32_t NameTable::idOf(std::string_view text)
{
    if (const auto known = m_ids.find(text); known != m_ids.end())
        return known->second;
    const auto id = static_cast<std::int32_t>(m_ids.size()) + 1;
    m_ids.emplace(text, id);
    m_new.push_back({.id = id, .text = std::string(text)});
    return id;
}

TraceNames NameTable::takeNew()
{
    return std::exchange(m_new, {});
}

std::int32_t KernelNames::idOf(const char* name)
{
    if (name == nullptr)
        return m_names.idOf(unnamed);
    for (std::size_t i = 0; i < placesTried; ++i) {
        auto& slot = m_slots[(placeOf(name) + i) % slots];
        if (slot.buffer == m_buffer && slot.name == name)
            return slot.id;
        if (slot.buffer != m_buffer) {
            slot = {.name = name, .id = m_names.idOf(name), .buffer = m_buffer};
            return slot.id;
        }
    }
    return m_names.idOf(name);
}

} // namespace profiler::collect
