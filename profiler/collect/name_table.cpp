// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/name_table.h"

#include <utility>

namespace profiler::collect {

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

} // namespace profiler::collect
