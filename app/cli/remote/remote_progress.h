// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/control_lines.h"
#include "app/cli/terminal/progress_view.h"
#include "profiler/record/remote/job.h"
#include "profiler/record/session/stop_request.h"

#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// One line of `record --json` as the step it tells; nullopt: it is none. An event that is not of
/// the progress is a notice by its text.
[[nodiscard]] std::optional<profiler::Progress> progressFromJson(std::string_view line);

/// What Ctrl-C asks of a recording on another machine: the first time that it stops, the second
/// that its workers are killed, and where that is not heard soon, that it is left.
class RemoteAttention {
public:
    explicit RemoteAttention(const profiler::StopRequest& stop)
        : m_stop(stop)
    {
    }

    /// False while something is to be heard.
    [[nodiscard]] bool goOn() const;

    [[nodiscard]] profiler::remote::JobEyes::Wish wish();

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool isTired() const;

    const profiler::StopRequest& m_stop;
    int m_heard = 0; ///< how often it was asked to stop
    Clock::time_point m_asked;
};

/// Lines of stdin for a recording on another machine, as of `record --control`.
class RemoteRequests {
public:
    RemoteRequests(std::vector<std::string> variants, profiler::StopRequest& stop);

    [[nodiscard]] bool waiting() const;
    [[nodiscard]] std::string take(); ///< empty = none

private:
    std::string obey(std::string_view line);

    std::vector<std::string> m_variants;
    profiler::StopRequest& m_stop;
    profiler::StopRequest m_checked; ///< what a line would ask of a recording here
    mutable std::mutex m_mutex;
    std::deque<std::string> m_lines;
    ControlLines m_listener; ///< ends first
};

} // namespace cli
