// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace profiler {

/// How long each took, ns.
[[nodiscard]] std::vector<double> durationsOf(const std::vector<TraceCall>& calls);

/// Of a traced call to an untraced one, whose median this is; a trace is never used for latency.
[[nodiscard]] std::optional<double> overheadRatio(
    const TraceSummary& trace, std::optional<double> medianNs);

/// A trace of calls so many times as long as the timed ones, or as short, says how those of its own
/// time went and nothing of the timed ones.
inline constexpr double mostTraceOverhead = 2;

[[nodiscard]] bool isFarFromTimed(double overheadRatio);

/// Tells which traced call a moment lies in.
class CallCursor {
public:
    explicit CallCursor(std::vector<TraceCall> calls);

    /// Position among the calls by start. Asked in ascending order; nullopt: between calls.
    [[nodiscard]] std::optional<int> callAt(std::int64_t ns);

    [[nodiscard]] std::size_t count() const { return m_calls.size(); }

private:
    std::vector<TraceCall> m_calls;
    std::size_t m_next = 0; ///< the first that does not end before what was asked last
};

/// How long one thing took in each call; calls in which it did not occur count with 0.
class TimeByCall {
public:
    /// Calls come in ascending order, each any number of times.
    void add(int call, std::int64_t ns);
    /// Of `calls` calls, ns.
    [[nodiscard]] double median(std::size_t calls) const;

private:
    std::vector<std::pair<int, std::int64_t>> m_times;
};

} // namespace profiler
