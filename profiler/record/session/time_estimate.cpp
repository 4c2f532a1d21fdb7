// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/time_estimate.h"

#include <algorithm>

namespace profiler {
namespace {

using Seconds = std::chrono::duration<double>;

// What the first slowdown weighs against the pieces that were seen: a short one says little.
constexpr Seconds weightOfExpected {5};
constexpr double correction = 0.05; // smaller steps back would be noise
constexpr double leastRest = 0.1; // of what a piece has taken, where that is more than expected

nanoseconds fromSeconds(Seconds seconds)
{
    return std::chrono::duration_cast<nanoseconds>(seconds);
}

} // namespace

void TimeEstimate::plan(Sort sort, int pieces, nanoseconds guess)
{
    auto& work = m_work[sort];
    work.planned += pieces;
    work.guess = guess;
}

void TimeEstimate::setCalls(Sort sort, nanoseconds calls)
{
    if (const auto found = m_work.find(sort); found != m_work.end())
        found->second.calls = calls;
}

void TimeEstimate::begin(Sort sort, int parts, Clock::time_point now)
{
    m_work[sort].running = Running {.since = now, .parts = std::max(parts, 1), .partSince = now};
}

void TimeEstimate::nextPart(Sort sort, Clock::time_point now)
{
    auto& running = m_work[sort].running;
    if (!running)
        return;
    running->part = std::min(running->part + 1, running->parts - 1);
    running->partSince = now;
    running->roundsSince.reset();
}

void TimeEstimate::rounds(Sort sort, int done, int all, Clock::time_point now)
{
    auto& running = m_work[sort].running;
    if (!running)
        return;
    if (done == 0 || !running->roundsSince)
        running->roundsSince = now;
    running->roundsDone = done;
    running->rounds = all;
}

void TimeEstimate::done(Sort sort, bool representative, Clock::time_point now)
{
    auto& work = m_work[sort];
    work.planned = std::max(work.planned - 1, 0);
    if (work.running && representative) {
        work.sum += now - work.running->since;
        ++work.seen;
    }
    work.running.reset();
}

void TimeEstimate::drop(Sort sort)
{
    m_work[sort].planned = 0;
}

void TimeEstimate::setPlanned(Sort sort, int pieces)
{
    m_work[sort].planned = pieces;
}

/// Of the guesses: by the pieces that are over and by one that already takes longer.
double TimeEstimate::slowdown(Clock::time_point now) const
{
    Seconds took = weightOfExpected * m_slowdown;
    Seconds guessed = weightOfExpected;
    for (const auto& [sort, work] : m_work) {
        took += std::max(work.sum - work.seen * work.calls, nanoseconds {});
        guessed += work.seen * work.guess;
    }
    const double seen = took / guessed;
    for (const auto& [sort, work] : m_work)
        if (work.running && work.seen == 0 && now - work.running->since > each(work, seen)) {
            took += now - work.running->since - work.calls;
            guessed += work.guess;
        }
    return took / guessed;
}

nanoseconds TimeEstimate::each(const Work& work, double slowdown)
{
    return work.seen > 0 ? work.sum / work.seen
                         : fromSeconds(Seconds(work.guess) * slowdown) + work.calls;
}

/// Of the running piece, which takes `expected` in all.
nanoseconds TimeEstimate::rest(const Running& running, nanoseconds expected, Clock::time_point now)
{
    if (running.roundsSince && running.roundsDone > 0) {
        const auto inPart = (now - *running.roundsSince) / running.roundsDone
            * std::max(running.rounds - running.roundsDone, 0);
        const auto part = now - running.partSince + inPart;
        return inPart + part * (running.parts - running.part - 1);
    }
    const auto taken = now - running.since;
    return std::max<nanoseconds>(expected - taken, fromSeconds(Seconds(taken) * leastRest));
}

nanoseconds TimeEstimate::left(Clock::time_point now) const
{
    const double factor = slowdown(now);
    nanoseconds sum {};
    for (const auto& [sort, work] : m_work) {
        if (work.planned <= 0)
            continue;
        const auto expected = each(work, factor);
        if (!work.running) {
            sum += expected * work.planned;
            continue;
        }
        const auto remaining = rest(*work.running, expected, now);
        const auto whole
            = work.seen > 0 ? expected : now - work.running->since + remaining; // of the next ones
        sum += remaining + std::max(whole, expected) * (work.planned - 1);
    }
    return sum;
}

nanoseconds TimeEstimate::elapsed(Clock::time_point now) const
{
    return now - m_begun;
}

void ProgressReporter::report(Progress progress)
{
    if (!m_listener)
        return;
    if (progress.kind == ProgressKind::Finished) {
        progress.doneRatio = 1;
        progress.left = nanoseconds {};
        return m_listener(progress);
    }
    const auto left = m_estimate.left();
    const auto elapsed = m_estimate.elapsed();
    const auto whole = Seconds(left + elapsed).count();
    const double done = whole > 0 ? std::clamp(Seconds(elapsed).count() / whole, 0.0, 1.0) : 0;
    if (done > m_done || done < m_done - correction)
        m_done = done;
    progress.doneRatio = m_done;
    progress.left = left;
    m_listener(progress);
}

} // namespace profiler
