// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/silence_watch.h"

#include "profiler/model/number_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <utility>

namespace profiler {
namespace {

using namespace std::chrono_literals;

// A stopped process is told early. One that computes may compile: minutes of that are nothing
// unusual.
constexpr auto firstLook = 2s;
constexpr auto longSilence = 60s;
constexpr auto longWork = 180s;
constexpr std::int64_t fewTicks = 2; ///< of a hundredth of a second: waking up now and then
constexpr auto mostPause = 60s;

std::string lasting(std::chrono::nanoseconds time)
{
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(time);
    return formatRoughly(
        static_cast<double>(std::chrono::nanoseconds(std::max(whole, 1s)).count()));
}

bool isStopped(std::optional<char> state)
{
    return state == 'T';
}

const char* stateClause(std::optional<char> state)
{
    if (!state)
        return "it is gone";
    switch (*state) {
    case 'T':
        return "it is stopped (SIGSTOP)";
    case 't':
        return "a debugger holds it";
    case 'R':
        return "it computes";
    case 'D':
        return "it waits for a disk or a driver";
    case 'Z':
        return "it has ended";
    default:
        return "it waits";
    }
}

} // namespace

std::optional<char> processState(int pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    if (!std::getline(file, line))
        return std::nullopt;
    const auto end = line.rfind(')'); // the name before it may hold anything
    return end == std::string::npos || end + 2 >= line.size() ? std::nullopt
                                                              : std::optional(line[end + 2]);
}

void SilenceWatch::asked(std::chrono::nanoseconds limit, Clock::time_point now)
{
    m_asked = m_heard = now;
    m_limit = limit;
    m_pause = firstLook;
    m_nextLook = now + m_pause;
    m_stopped.reset();
    m_said = false;
    m_ticks.reset();
}

void SilenceWatch::heard(Clock::time_point now)
{
    m_heard = now;
}

std::optional<std::string> SilenceWatch::look(int pid, Clock::time_point now)
{
    if (now < m_nextLook)
        return std::nullopt;
    const auto state = processState(pid);
    const bool stopped = isStopped(state);
    if (stopped && !m_stopped)
        m_stopped = now;
    if (!stopped)
        m_stopped.reset();
    if (!stopped && now - m_heard < longSilence) {
        m_nextLook = now + firstLook;
        return std::nullopt;
    }
    const auto clause = stopped
        ? fmt::format("its process {} has been stopped (SIGSTOP) for at least {}; `kill -CONT {}` "
                      "lets it go on",
            pid, lasting(now - *m_stopped), pid)
        : silenceClause(pid, now);
    m_pause = m_said ? std::min<std::chrono::seconds>(2 * m_pause, mostPause) : 5s;
    m_nextLook = now + m_pause;
    if (clause.empty())
        return std::nullopt;
    m_said = true;
    return clause + endClause(now);
}

std::string SilenceWatch::silenceClause(int pid, Clock::time_point now)
{
    const auto ticks = collect::readTreeTicks(pid);
    const auto before = std::exchange(m_ticks, ticks);
    if (!ticks || !before)
        return {};
    const auto silent = lasting(now - m_heard);
    const auto own = ticks->self - before->self;
    const auto started = ticks->started - before->started;
    if (own + started <= fewTicks)
        return fmt::format(
            "its process {} has said nothing for {} and uses no CPU time", pid, silent);
    if (now - m_heard < longWork)
        return {};
    return started > own
        ? fmt::format("a program that it started, such as a compiler, has run for up to {}", silent)
        : fmt::format("it has computed for {} without an answer", silent);
}

/// Nothing in the first half of the time that it has.
std::string SilenceWatch::endClause(Clock::time_point now) const
{
    const auto asked = now - m_asked;
    if (2 * asked < m_limit && !m_stopped)
        return {};
    return fmt::format("; without an answer it is ended in {}",
        lasting(std::max<std::chrono::nanoseconds>(m_limit - asked, 0ns)));
}

std::optional<std::string> SilenceWatch::answered(Clock::time_point now)
{
    return m_said ? std::optional("it answered after " + lasting(now - m_asked)) : std::nullopt;
}

std::string SilenceWatch::cause(int pid, Clock::time_point now) const
{
    const auto state = processState(pid);
    return fmt::format(
        "{}, and its last word came {} before", stateClause(state), lasting(now - m_heard));
}

} // namespace profiler
