// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/agent/name_table.h"
#include "profiler/agent/thread_log.h"
#include "profiler/spool/spool_writer.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace profiler {
struct TraceCall;
} // namespace profiler

namespace profiler::agent {

/// What a thread that runs spans needs, made at its first one.
struct ThreadState {
    explicit ThreadState(std::size_t capacity)
        : log(capacity)
    {
    }

    ThreadLog log;
    NameCache names;
    std::int32_t thread = 0; ///< gettid
    std::atomic<std::int32_t> depth = 0; ///< operators and autograd nodes that it is in
    std::atomic<bool> ended = false; ///< its thread is gone
};

/// One trace: its names, the logs of its threads, and the spool file they go to between calls.
/// No torch in it.
class TraceLog {
public:
    explicit TraceLog(std::size_t capacity);

    [[nodiscard]] int open(const char* path) { return m_writer.open(path); }

    [[nodiscard]] NameTable& names() { return m_names; }

    [[nodiscard]] TraceClock& clock() { return m_clock; }

    /// The calling thread's, made where it has none; nullptr and counted when there are too many.
    [[nodiscard]] ThreadState* stateOfThisThread()
    {
        const auto& own = ofThisThread();
        return own.trace == m_number ? own.state : join();
    }

    void addPlace(TracePlace place) { m_places.push_back(std::move(place)); }

    void countLost() { m_lost.fetch_add(1, std::memory_order_relaxed); }

    /// Writes what came since the last time, then the call; 0 or the errno.
    [[nodiscard]] int keep(const TraceCall& call);
    /// Forgets what came since the last time: of a call that is not traced, or failed.
    void drop();
    /// Writes the rest and what was lost.
    [[nodiscard]] int finish();

    /// Spans since the last keep or drop that had no room.
    [[nodiscard]] std::int64_t lostInThisCall() const { return m_lostInCall; }

    [[nodiscard]] std::int64_t lost() const { return m_lostInAll; }

    [[nodiscard]] std::int64_t spansOfLastCall() const { return m_spansOfCall; }

    [[nodiscard]] std::int64_t spans() const { return m_spans; }

private:
    /// Without a destructor, so that finding it costs one look.
    struct OfThread {
        std::uint64_t trace;
        ThreadState* state;
    };

    [[nodiscard]] static OfThread& ofThisThread()
    {
        thread_local OfThread own {};
        return own;
    }

    [[nodiscard]] ThreadState* join();
    [[nodiscard]] OperatorColumns drain();
    [[nodiscard]] int write(const OperatorColumns& columns);
    [[nodiscard]] OperatorColumns drainRest();

    std::size_t m_capacity;
    std::uint64_t m_number; ///< tells it from others that lay at the same address
    TraceClock m_clock;
    NameTable m_names;
    TracePlaces m_places; ///< not yet written; the traced thread alone touches them
    spool::SpoolWriter m_writer;
    std::mutex m_mutex; ///< of the list of threads
    std::vector<std::shared_ptr<ThreadState>> m_threads;
    std::atomic<std::int64_t> m_lost = 0;
    std::int64_t m_lostInCall = 0;
    std::int64_t m_lostInAll = 0;
    std::int64_t m_spansOfCall = 0;
    std::int64_t m_spans = 0;
};

/// Rows in the order of their starts; those of one thread stay in the order they began.
void sortByStart(OperatorColumns& columns);

} // namespace profiler::agent
