// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/clocks.h"
#include "profiler/model/span_kind.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace profiler {
struct OperatorColumns;
} // namespace profiler

namespace profiler::agent {

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/// Ticks for the starts and ends of spans, and what they are in nanoseconds of CLOCK_REALTIME, the
/// clock of CUPTI's records. Reading that clock twice would be half of what a span costs, so the
/// processor's own counter is read where the kernel trusts it, too.
class TraceClock {
public:
    TraceClock();

    [[nodiscard]] std::int64_t ticks() const
    {
#if defined(__x86_64__)
        if (m_counter)
            return static_cast<std::int64_t>(__rdtsc());
#endif
        return realTimeNow();
    }

    /// Ties ticks to the clock, before what is recorded next; a clock that was set since the last
    /// time does no harm.
    void anchor();
    /// Measures the counter's rate anew, over all the time since the beginning.
    void measureRate();

    [[nodiscard]] std::int64_t toNs(std::int64_t ticks) const
    {
        if (!m_counter)
            return ticks;
        return m_anchorNs
            + static_cast<std::int64_t>(static_cast<double>(ticks - m_anchorTicks) * m_nsPerTick);
    }

    /// By how much the clock was set since the beginning; 0 = as far as it can be told, not.
    [[nodiscard]] std::int64_t step() const;

private:
    [[nodiscard]] static bool counterIsTrusted();

    bool m_counter;
    double m_nsPerTick = 1;
    std::int64_t m_firstTicks = 0;
    std::int64_t m_firstSteadyNs = 0;
    std::int64_t m_firstDifference = 0; ///< of the two clocks
    std::int64_t m_anchorTicks = 0;
    std::int64_t m_anchorNs = 0;
};

/// A span as its thread writes it; times in ticks of the trace's clock.
struct alignas(64) Span {
    static constexpr std::int64_t open = -1;
    static constexpr std::size_t roomBytes = 24;

    /// For what torch wants beside a span; first, so that its address is the span's.
    alignas(8) std::array<std::uint8_t, roomBytes> room;
    std::int64_t start = 0;
    std::atomic<std::int64_t> end = open;
    std::int64_t sequence = -1;
    std::int32_t name = 0;
    std::int32_t place = 0;
    SpanKind kind = SpanKind::Operator;
};

/// The spans of one thread, in a ring of fixed size: the thread begins spans, another one takes
/// those that ended. Neither waits for the other. A span may be ended by any thread.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): each side has cache lines of its own
class ThreadLog {
public:
    /// Room for at least so many spans between two drains.
    explicit ThreadLog(std::size_t capacity);

    /// By the log's own thread alone: the next span, its fields still to be set before `publish`;
    /// nullptr and counted where there is no room.
    [[nodiscard]] Span* next()
    {
        const auto head = m_head.load(std::memory_order_relaxed);
        if (head - m_seenTail > m_mask) {
            m_seenTail = m_tail.load(std::memory_order_acquire);
            if (head - m_seenTail > m_mask) {
                m_lost.fetch_add(1, std::memory_order_relaxed);
                return nullptr;
            }
        }
        auto* span = &m_spans[head & m_mask];
        span->end.store(Span::open, std::memory_order_relaxed);
        return span;
    }

    void publish()
    {
        m_head.store(m_head.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    static void end(Span& span, std::int64_t now)
    {
        span.end.store(now, std::memory_order_release);
    }

    /// Appends the ended spans to `columns`, in the order begun, up to the first that is open.
    void drain(OperatorColumns& columns, std::int32_t thread, const TraceClock& clock);
    /// The same at the very end: passes over open ones, and tells how many there were.
    [[nodiscard]] std::int64_t drainRest(
        OperatorColumns& columns, std::int32_t thread, const TraceClock& clock);

    [[nodiscard]] bool isEmpty() const
    {
        return m_tail.load(std::memory_order_relaxed) == m_head.load(std::memory_order_acquire);
    }

    /// Spans without room since the last time.
    [[nodiscard]] std::int64_t takeLost() { return m_lost.exchange(0, std::memory_order_relaxed); }

private:
    std::size_t m_mask;
    std::unique_ptr<Span[]> m_spans; // NOLINT(*-avoid-c-arrays): atomics cannot be moved
    std::uint64_t m_seenTail = 0; ///< what the writer saw last
    alignas(64) std::atomic<std::uint64_t> m_head = 0;
    alignas(64) std::atomic<std::uint64_t> m_tail = 0;
    std::atomic<std::int64_t> m_lost = 0;
};

} // namespace profiler::agent
