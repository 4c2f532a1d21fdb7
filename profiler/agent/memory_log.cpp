// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/memory_log.h"

#include "profiler/model/clocks.h"

#include <algorithm>
#include <unistd.h>

namespace profiler::agent {

void MemoryLog::add(fusescope_memory_event event)
{
    const auto at = m_next.fetch_add(1, std::memory_order_relaxed);
    if (at >= m_records.size())
        return;
    event.time_ns = realTimeNow();
    static thread_local const auto thread = static_cast<std::int32_t>(::gettid());
    event.thread = thread;
    m_records[at] = event;
}

std::int64_t MemoryLog::take(fusescope_memory_event* records, std::int64_t capacity)
{
    const auto kept = std::min({m_next.load(), m_records.size(),
        static_cast<std::size_t>(std::max<std::int64_t>(capacity, 0))});
    std::copy_n(m_records.begin(), kept, records);
    m_next.store(0);
    return static_cast<std::int64_t>(kept);
}

std::int64_t MemoryLog::lost() const
{
    const auto made = m_next.load();
    return made > m_records.size() ? static_cast<std::int64_t>(made - m_records.size()) : 0;
}

} // namespace profiler::agent
