// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/counter_log.h"

namespace profiler::collect {

void CounterLog::add(std::string_view series, std::int64_t timeNs, double value)
{
    auto known = m_ids.find(series);
    if (known == m_ids.end()) {
        const auto id = static_cast<std::int32_t>(m_ids.size()) + 1;
        known = m_ids.emplace(series, id).first;
        m_names.push_back({.id = id, .text = std::string(series)});
    }
    m_rows.timeNs.push_back(timeNs);
    m_rows.series.push_back(known->second);
    m_rows.value.push_back(value);
}

void CounterLog::addMissing(std::string_view series, const std::string& sentence)
{
    m_missing.try_emplace(std::string(series), sentence);
}

void CounterLog::append(const CounterLog& later)
{
    for (std::size_t row = 0; row < later.m_rows.size(); ++row) {
        const auto name = static_cast<std::size_t>(later.m_rows.series[row]) - 1;
        add(later.m_names[name].text, later.m_rows.timeNs[row], later.m_rows.value[row]);
    }
    for (const auto& [series, sentence] : later.m_missing)
        addMissing(series, sentence);
}

} // namespace profiler::collect
