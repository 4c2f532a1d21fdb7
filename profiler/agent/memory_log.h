// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/agent/agent.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace profiler::agent {

/// What allocators took and gave back, from any thread, in the order it came. Nothing waits: a
/// record takes a place of its own, and what finds none is counted. No torch in it.
class MemoryLog {
public:
    explicit MemoryLog(std::size_t capacity)
        : m_records(capacity)
    {
    }

    void add(fusescope_memory_event event);

    /// Those since the last time, `capacity` at most; nobody may add meanwhile.
    [[nodiscard]] std::int64_t take(fusescope_memory_event* records, std::int64_t capacity);

    /// That had no room since the last time; before take, which forgets it.
    [[nodiscard]] std::int64_t lost() const;

private:
    std::vector<fusescope_memory_event> m_records;
    std::atomic<std::size_t> m_next {0};
};

} // namespace profiler::agent
