// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/time_estimate.h"

#include <algorithm>

namespace profiler {

void TimeEstimate::plan(Sort sort, int pieces, nanoseconds guess)
{
    auto& work = m_work[sort];
    work.planned += pieces;
    work.guess = guess;
}

void TimeEstimate::begin(Sort sort)
{
    auto& work = m_work[sort];
    work.running = true;
    work.since = std::chrono::steady_clock::now();
}

void TimeEstimate::done(Sort sort, bool representative)
{
    auto& work = m_work[sort];
    work.planned = std::max(work.planned - 1, 0);
    if (work.running && representative) {
        work.sum += std::chrono::steady_clock::now() - work.since;
        ++work.seen;
    }
    work.running = false;
}

void TimeEstimate::drop(Sort sort)
{
    m_work[sort].planned = 0;
}

void TimeEstimate::setPlanned(Sort sort, int pieces)
{
    m_work[sort].planned = pieces;
}

nanoseconds TimeEstimate::left() const
{
    const auto now = std::chrono::steady_clock::now();
    nanoseconds sum {};
    for (const auto& [sort, work] : m_work) {
        sum += work.each() * work.planned;
        if (work.running && work.planned > 0)
            sum -= std::min<nanoseconds>(work.each(), now - work.since);
    }
    return std::max(sum, nanoseconds {});
}

nanoseconds TimeEstimate::elapsed() const
{
    return std::chrono::steady_clock::now() - m_begun;
}

} // namespace profiler
