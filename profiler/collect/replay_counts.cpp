// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/replay_counts.h"

#include <algorithm>
#include <iterator>

namespace profiler::collect {

namespace {

/// Records of several streams mix, but never those of replays far from each other: what comes later
/// still is put together at the end.
constexpr std::ptrdiff_t replaysLookedAt = 8;

} // namespace

void ReplayCounts::add(std::int32_t graph, std::uint32_t launch)
{
    if (m_lastReplays == nullptr || graph != m_lastGraph) {
        m_lastReplays = &m_graphs[graph];
        m_lastGraph = graph;
    }
    auto& replays = *m_lastReplays;
    const auto end = replays.rbegin() + std::min(replaysLookedAt, std::ssize(replays));
    const auto open = std::find_if(
        replays.rbegin(), end, [&](const Replay& replay) { return replay.launch == launch; });
    if (open != end)
        ++open->records;
    else
        replays.push_back({.launch = launch, .records = 1});
}

std::int64_t ReplayCounts::unevenGraphs() const
{
    std::int64_t uneven = 0;
    for (const auto& [graph, replays] : m_graphs) {
        std::unordered_map<std::uint32_t, std::uint64_t> records;
        for (const auto& replay : replays)
            records[replay.launch] += replay.records;
        const auto first = records.begin()->second;
        uneven += std::any_of(records.begin(), records.end(),
                      [&](const auto& replay) { return replay.second != first; })
            ? 1
            : 0;
    }
    return uneven;
}

} // namespace profiler::collect
