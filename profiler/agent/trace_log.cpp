// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/trace_log.h"

#include "profiler/model/trace_columns.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace profiler::agent {

namespace {

constexpr std::size_t mostThreads = 512; // at a time; their logs are what costs memory

/// Tells the trace that a thread is gone, so that its log is given up once it is read.
struct Membership {
    Membership() = default;

    ~Membership() { leave(); }

    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;
    Membership(Membership&&) = delete;
    Membership& operator=(Membership&&) = delete;

    void leave()
    {
        if (state)
            state->ended.store(true, std::memory_order_release);
    }

    std::shared_ptr<ThreadState> state;
};

/// Logs in which a span is open still at the end of their trace: whoever ends it writes there.
std::vector<std::shared_ptr<ThreadState>>& unfinished()
{
    static auto& states = *new std::vector<std::shared_ptr<ThreadState>>;
    return states;
}

} // namespace

TraceLog::TraceLog(std::size_t capacity)
    : m_capacity(capacity)
{
    static std::atomic<std::uint64_t> traces = 0;
    m_number = ++traces;
}

ThreadState* TraceLog::join()
{
    thread_local Membership membership;
    const std::lock_guard lock(m_mutex);
    if (m_threads.size() >= mostThreads) {
        countLost();
        return nullptr;
    }
    membership.leave(); // an earlier trace
    membership.state = std::make_shared<ThreadState>(m_capacity);
    membership.state->thread = ::gettid();
    m_threads.push_back(membership.state);
    ofThisThread() = {.trace = m_number, .state = membership.state.get()};
    return membership.state.get();
}

OperatorColumns TraceLog::drain()
{
    OperatorColumns columns;
    std::int64_t lost = m_lost.exchange(0, std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    for (const auto& state : m_threads) {
        state->log.drain(columns, state->thread, m_clock);
        lost += state->log.takeLost();
    }
    std::erase_if(m_threads, [](const auto& state) {
        return state->ended.load(std::memory_order_acquire) && state->log.isEmpty();
    });
    sortByStart(columns);
    m_lostInCall = lost;
    m_spansOfCall = static_cast<std::int64_t>(columns.size());
    return columns;
}

int TraceLog::write(const OperatorColumns& columns)
{
    if (const int error = m_writer.write(m_names.takeNew()); error != 0)
        return error;
    if (const int error = m_writer.write(std::exchange(m_places, {})); error != 0)
        return error;
    m_spans += static_cast<std::int64_t>(columns.size());
    return m_writer.write(columns);
}

int TraceLog::keep(const TraceCall& call)
{
    const auto columns = drain();
    m_lostInAll += m_lostInCall;
    if (const int error = write(columns); error != 0)
        return error;
    return m_writer.writeCalls({&call, 1});
}

void TraceLog::drop()
{
    static_cast<void>(drain());
}

OperatorColumns TraceLog::drainRest()
{
    OperatorColumns columns;
    m_clock.measureRate();
    const std::lock_guard lock(m_mutex);
    for (const auto& state : m_threads) {
        const auto open = state->log.drainRest(columns, state->thread, m_clock);
        m_lostInAll += open + state->log.takeLost();
        if (open > 0)
            unfinished().push_back(state);
    }
    m_threads.clear();
    sortByStart(columns);
    return columns;
}

int TraceLog::finish()
{
    int error = write(drainRest());
    if (error == 0)
        error = m_writer.writeLosses({.spansLost = m_lostInAll, .clockStepNs = m_clock.step()});
    m_writer.close();
    return error;
}

void sortByStart(OperatorColumns& columns)
{
    if (std::is_sorted(columns.startNs.begin(), columns.startNs.end()))
        return;
    columns = pickRows(columns, orderByTime(columns));
}

} // namespace profiler::agent
