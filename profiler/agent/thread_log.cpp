// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/thread_log.h"

#include <algorithm>
#include <bit>

namespace profiler::agent {

namespace {

void append(OperatorColumns& columns, const Span& span, std::int64_t end, std::int32_t thread,
    const TraceClock& clock)
{
    const auto startNs = clock.toNs(span.start);
    columns.startNs.push_back(startNs);
    columns.durationNs.push_back(std::max<std::int64_t>(clock.toNs(end) - startNs, 0));
    columns.name.push_back(span.name);
    columns.thread.push_back(thread);
    columns.kind.push_back(static_cast<std::uint8_t>(span.kind));
    columns.sequence.push_back(span.sequence);
    columns.place.push_back(span.place);
}

} // namespace

ThreadLog::ThreadLog(std::size_t capacity)
    : m_mask(std::bit_ceil(std::max<std::size_t>(capacity, 2)) - 1)
    , m_spans(std::make_unique<Span[]>(m_mask + 1)) // NOLINT(*-avoid-c-arrays)
{
}

void ThreadLog::drain(OperatorColumns& columns, std::int32_t thread, const TraceClock& clock)
{
    const auto head = m_head.load(std::memory_order_acquire);
    auto at = m_tail.load(std::memory_order_relaxed);
    for (; at != head; ++at) {
        const auto& span = m_spans[at & m_mask];
        const auto end = span.end.load(std::memory_order_acquire);
        if (end == Span::open)
            break;
        append(columns, span, end, thread, clock);
    }
    m_tail.store(at, std::memory_order_release);
}

std::int64_t ThreadLog::drainRest(
    OperatorColumns& columns, std::int32_t thread, const TraceClock& clock)
{
    const auto head = m_head.load(std::memory_order_acquire);
    std::int64_t open = 0;
    for (auto at = m_tail.load(std::memory_order_relaxed); at != head; ++at) {
        const auto& span = m_spans[at & m_mask];
        const auto end = span.end.load(std::memory_order_acquire);
        if (end == Span::open)
            ++open;
        else
            append(columns, span, end, thread, clock);
    }
    m_tail.store(head, std::memory_order_release);
    return open;
}

} // namespace profiler::agent
