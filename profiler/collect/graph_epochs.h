// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace profiler::collect {

/// CUDA gives the id of a graph that was destroyed to a later one. Here each graph has a number of
/// its own: the id and which of its creations was the last before a time.
class GraphEpochs {
public:
    /// From the thread that creates the graph; rare and slow there anyhow, hence a lock.
    void created(std::uint32_t graphId, std::int64_t timeNs);

    /// The graph that ran under this id at this time, from 1; 0 for id 0.
    [[nodiscard]] std::int32_t numberOf(std::uint32_t graphId, std::int64_t timeNs);

private:
    struct Known {
        std::vector<std::int64_t> createdNs; ///< ascending
        std::vector<std::int32_t> numbers; ///< one more: [0] is before the first creation
    };

    std::mutex m_mutex;
    std::unordered_map<std::uint32_t, Known> m_graphs;
    std::int32_t m_last = 0;
};

/// How many records each replay of a CUDA graph left. A graph does the same work each time: a
/// replay with fewer records than another lost some.
class ReplayCounts {
public:
    /// `launch` is the correlation id of the cudaGraphLaunch.
    void add(std::int32_t graph, std::uint32_t launch);

    /// Graphs whose replays differ.
    [[nodiscard]] std::int64_t unevenGraphs() const;

private:
    struct Replay {
        std::uint32_t launch = 0;
        std::uint32_t records = 0;
    };

    using Replays = std::vector<Replay>;

    std::unordered_map<std::int32_t, Replays> m_graphs;
    std::int32_t m_lastGraph = 0;
    Replays* m_lastReplays = nullptr;
};

} // namespace profiler::collect
