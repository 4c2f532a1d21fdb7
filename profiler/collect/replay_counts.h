// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace profiler::collect {

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
