// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/record/session/progress.h"

#include <chrono>
#include <map>
#include <string>

namespace profiler {

/// How long the rest of a recording takes: pieces of work still to do, each at the mean of the
/// pieces of its sort that were seen, at first at what such a piece took elsewhere.
class TimeEstimate {
public:
    /// A sort of work: a process of a kind and variant; a repetition has kind Paired, variant -1.
    struct Sort {
        ProcessKind kind = ProcessKind::Paired;
        int variant = -1;

        auto operator<=>(const Sort&) const = default;
    };

    void plan(Sort sort, int pieces, nanoseconds guess);
    void begin(Sort sort);
    /// The piece begun last is over; one that failed teaches nothing about the next.
    void done(Sort sort, bool representative = true);
    void drop(Sort sort); ///< nothing of it will follow
    void setPlanned(Sort sort, int pieces); ///< still to do

    [[nodiscard]] nanoseconds left() const;
    [[nodiscard]] nanoseconds elapsed() const;

private:
    struct Work {
        int planned = 0;
        int seen = 0;
        nanoseconds sum {};
        nanoseconds guess {};
        bool running = false;
        std::chrono::steady_clock::time_point since;

        [[nodiscard]] nanoseconds each() const { return seen > 0 ? sum / seen : guess; }
    };

    std::map<Sort, Work> m_work;
    std::chrono::steady_clock::time_point m_begun = std::chrono::steady_clock::now();
};

/// Gives the listener each step with what is done and the time that is left.
class ProgressReporter {
public:
    ProgressReporter(const ProgressListener& listener, TimeEstimate& estimate)
        : m_listener(listener)
        , m_estimate(estimate)
    {
    }

    void report(Progress progress);

    [[nodiscard]] TimeEstimate& estimate() { return m_estimate; }

private:
    const ProgressListener& m_listener;
    TimeEstimate& m_estimate;
    double m_done = 0; ///< never goes back
};

} // namespace profiler
