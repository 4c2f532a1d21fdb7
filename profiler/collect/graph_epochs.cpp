// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/graph_epochs.h"

#include <algorithm>
#include <iterator>

namespace profiler::collect {
namespace {

/// Records of several streams mix, but never those of replays far from each other: what comes later
/// still is put together at the end.
constexpr std::ptrdiff_t replaysLookedAt = 8;

} // namespace

void GraphEpochs::created(std::uint32_t graphId, std::int64_t timeNs)
{
    const std::lock_guard lock(m_mutex);
    m_graphs[graphId].createdNs.push_back(timeNs);
}

std::int32_t GraphEpochs::numberOf(std::uint32_t graphId, std::int64_t timeNs)
{
    if (graphId == 0)
        return 0;
    const std::lock_guard lock(m_mutex);
    auto& known = m_graphs[graphId];
    const auto epoch = static_cast<std::size_t>(
        std::upper_bound(known.createdNs.begin(), known.createdNs.end(), timeNs)
        - known.createdNs.begin());
    if (known.numbers.size() <= epoch)
        known.numbers.resize(epoch + 1);
    if (known.numbers[epoch] == 0)
        known.numbers[epoch] = ++m_last;
    return known.numbers[epoch];
}

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
