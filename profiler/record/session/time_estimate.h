// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/record/session/progress.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace profiler {

/// How long the rest of a recording takes: pieces of work still to do, each at the mean of the
/// pieces of its sort that were seen; before, at a guess times what the pieces seen so far took of
/// theirs.
class TimeEstimate {
public:
    using Clock = std::chrono::steady_clock;

    /// A sort of work: a process of a kind and variant; a repetition has kind Paired, variant -1.
    struct Sort {
        ProcessKind kind = ProcessKind::Paired;
        int variant = -1;

        auto operator<=>(const Sort&) const = default;
    };

    /// What the guesses are multiplied with until pieces were seen (`expectedSlowdown`).
    void expectSlowdown(double factor) { m_slowdown = factor; }

    void plan(Sort sort, int pieces, nanoseconds guess);
    /// Known to come on top of the guess of each piece: measured calls.
    void setCalls(Sort sort, nanoseconds calls);
    /// It consists of `parts` one after the other that take as long as each other.
    void begin(Sort sort, int parts = 1, Clock::time_point now = Clock::now());
    void nextPart(Sort sort, Clock::time_point now = Clock::now());
    /// Rounds of the running part that are over; 0 when the first one begins.
    void rounds(Sort sort, int done, int all, Clock::time_point now = Clock::now());
    /// The piece begun last is over; one that failed teaches nothing about the next.
    void done(Sort sort, bool representative = true, Clock::time_point now = Clock::now());
    void drop(Sort sort); ///< nothing of it will follow
    void setPlanned(Sort sort, int pieces); ///< still to do

    [[nodiscard]] nanoseconds left(Clock::time_point now = Clock::now()) const;
    [[nodiscard]] nanoseconds elapsed(Clock::time_point now = Clock::now()) const;

private:
    struct Running {
        Clock::time_point since;
        int parts = 1;
        int part = 0;
        Clock::time_point partSince;
        std::optional<Clock::time_point> roundsSince;
        int roundsDone = 0;
        int rounds = 0;
    };

    struct Work {
        int planned = 0;
        int seen = 0;
        nanoseconds sum {};
        nanoseconds guess {};
        nanoseconds calls {};
        std::optional<Running> running;
    };

    [[nodiscard]] double slowdown(Clock::time_point now) const;
    [[nodiscard]] static nanoseconds each(const Work& work, double slowdown);
    [[nodiscard]] static nanoseconds rest(
        const Running& running, nanoseconds expected, Clock::time_point now);

    std::map<Sort, Work> m_work;
    double m_slowdown = 1;
    Clock::time_point m_begun = Clock::now();
};

/// Gives the listener each step with what is done and the time that is left. What is done goes back
/// only where the estimate was corrected by more than a twentieth of the whole.
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
    double m_done = 0;
};

} // namespace profiler
