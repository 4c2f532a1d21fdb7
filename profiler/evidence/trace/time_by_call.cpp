// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/time_by_call.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>

namespace profiler {

std::vector<double> durationsOf(const std::vector<TraceCall>& calls)
{
    std::vector<double> durations;
    durations.reserve(calls.size());
    for (const auto& call : calls)
        durations.push_back(static_cast<double>(durationOf(call)));
    return durations;
}

std::optional<double> overheadRatio(const TraceSummary& trace, std::optional<double> medianNs)
{
    const auto tracedNs = median(durationsOf(trace.calls));
    if (!tracedNs || medianNs.value_or(0) <= 0)
        return std::nullopt;
    return *tracedNs / *medianNs;
}

bool isFarFromTimed(double overheadRatio)
{
    return overheadRatio > mostTraceOverhead || overheadRatio < 1 / mostTraceOverhead;
}

CallCursor::CallCursor(std::vector<TraceCall> calls)
    : m_calls(std::move(calls))
{
    std::ranges::stable_sort(m_calls, {}, &TraceCall::startNs);
}

std::optional<int> CallCursor::callAt(std::int64_t ns)
{
    while (m_next < m_calls.size() && m_calls[m_next].endNs <= ns)
        ++m_next;
    if (m_next == m_calls.size() || ns < m_calls[m_next].startNs)
        return std::nullopt;
    return static_cast<int>(m_next);
}

void TimeByCall::add(int call, std::int64_t ns)
{
    if (m_times.empty() || m_times.back().first != call)
        m_times.emplace_back(call, 0);
    m_times.back().second += ns;
}

double TimeByCall::median(std::size_t calls) const
{
    if (2 * m_times.size() < calls) // it is one of the zeros, and they are not written out
        return 0;
    std::vector<double> times(std::max(calls, m_times.size()));
    std::ranges::transform(m_times, times.begin(), [](const auto& time) {
        return static_cast<double>(std::max<std::int64_t>(time.second, 0));
    });
    return profiler::median(times).value_or(0);
}

} // namespace profiler
