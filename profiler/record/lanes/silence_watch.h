// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/counters/process_tree.h"

#include <chrono>
#include <optional>
#include <string>

namespace profiler {

/// The kernel's letter for what the first thread of a process does: 'R' runs, 'S' sleeps, 'T' was
/// stopped by a signal…; nullopt = there is no such process.
[[nodiscard]] std::optional<char> processState(int pid);

/// Watches a worker that owes an answer: says so when it was stopped, does nothing, or computes for
/// long.
class SilenceWatch {
public:
    using Clock = std::chrono::steady_clock;

    /// A command went out, to be answered within `limit`.
    void asked(std::chrono::nanoseconds limit, Clock::time_point now = Clock::now());
    /// It said something, but no answer yet.
    void heard(Clock::time_point now = Clock::now());

    /// A sentence when there is something to say: at first soon, then at lengthening intervals.
    /// Cheap: looks at the process only when one may be due.
    [[nodiscard]] std::optional<std::string> look(int pid, Clock::time_point now = Clock::now());
    /// The answer came: a sentence where `look` had given one before.
    [[nodiscard]] std::optional<std::string> answered(Clock::time_point now = Clock::now());

    /// Why no answer came within the limit, as a clause.
    [[nodiscard]] std::string cause(int pid, Clock::time_point now = Clock::now()) const;

private:
    /// What it has done since the last look, as a clause; empty where that needs no word yet.
    [[nodiscard]] std::string silenceClause(int pid, Clock::time_point now);
    [[nodiscard]] std::string endClause(Clock::time_point now) const;

    Clock::time_point m_asked;
    Clock::time_point m_heard; ///< last word of it
    Clock::time_point m_nextLook;
    std::optional<collect::TreeTicks> m_ticks; ///< of the last look
    std::chrono::nanoseconds m_limit {};
    std::chrono::seconds m_pause {};
    std::optional<Clock::time_point> m_stopped; ///< first seen so
    bool m_said = false;
};

} // namespace profiler
