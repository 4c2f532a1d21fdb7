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

void ProgressReporter::report(Progress progress)
{
    if (!m_listener)
        return;
    const auto left = m_estimate.left();
    const auto elapsed = m_estimate.elapsed();
    const auto whole = std::chrono::duration<double>(left + elapsed).count();
    if (progress.kind == ProgressKind::Finished)
        m_done = 1;
    else if (whole > 0)
        m_done = std::max(m_done, std::chrono::duration<double>(elapsed).count() / whole);
    progress.doneRatio = std::clamp(m_done, 0.0, 1.0);
    progress.left = progress.kind == ProgressKind::Finished ? nanoseconds {} : left;
    m_listener(progress);
}

} // namespace profiler
