// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/operator_summary.h"

#include <algorithm>

namespace profiler {

namespace {

std::string nameOf(const std::unordered_map<std::int32_t, std::string>& names, std::int32_t id)
{
    const auto known = names.find(id);
    return known != names.end() ? known->second : "(name " + std::to_string(id) + ")";
}

template <typename Stats, typename Merge>
auto ordered(const Stats& stats, Merge&& merge)
{
    std::vector<typename Stats::mapped_type> list;
    for (const auto& [key, stat] : stats)
        list.push_back(merge(key, stat));
    std::sort(list.begin(), list.end(), [](const auto& one, const auto& other) {
        return one.totalNs != other.totalNs ? one.totalNs > other.totalNs : one.name < other.name;
    });
    return list;
}

} // namespace

void OperatorSummary::add(const TraceNames& names)
{
    for (const auto& name : names)
        m_names.emplace(name.id, name.text);
}

OperatorStat& OperatorSummary::statOf(std::int32_t name, std::uint8_t kind)
{
    auto& stat = m_stats[{name, kind}];
    stat.kind = static_cast<SpanKind>(kind);
    return stat;
}

void OperatorSummary::add(const OperatorColumns& rows)
{
    m_rows += static_cast<std::int64_t>(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& stat = statOf(rows.name[i], rows.kind[i]);
        const auto start = rows.startNs[i];
        const auto duration = rows.durationNs[i];
        ++stat.count;
        stat.totalNs += duration;
        stat.selfNs += duration;
        auto& open = m_open[rows.thread[i]];
        while (!open.empty() && open.back().endNs <= start)
            open.pop_back();
        if (!open.empty()) // one that the clock made to reach over its parent takes no more of it
            open.back().stat->selfNs -= std::min(duration, open.back().endNs - start);
        open.push_back({.endNs = start + duration, .stat = &stat});
    }
}

std::vector<OperatorStat> OperatorSummary::stats() const
{
    return ordered(m_stats, [&](const auto& key, OperatorStat stat) {
        stat.name = nameOf(m_names, key.first);
        return stat;
    });
}

void KernelSummary::add(const TraceNames& names)
{
    for (const auto& name : names)
        m_names.emplace(name.id, name.text);
}

void KernelSummary::add(const KernelColumns& rows)
{
    m_rows += static_cast<std::int64_t>(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto duration = rows.durationNs[i];
        auto [entry, isNew] = m_stats.try_emplace(rows.name[i]);
        auto& stat = entry->second;
        ++stat.count;
        stat.totalNs += duration;
        stat.minNs = isNew ? duration : std::min(stat.minNs, duration);
        stat.maxNs = std::max(stat.maxNs, duration);
    }
}

std::vector<KernelStat> KernelSummary::stats() const
{
    return ordered(m_stats, [&](std::int32_t id, KernelStat stat) {
        stat.name = nameOf(m_names, id);
        return stat;
    });
}

} // namespace profiler
