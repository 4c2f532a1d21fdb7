// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/stop_request.h"

#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace cli {

/// Does what one line asks of a running recording: `pause`, `continue`, `skip NAME`, `retry NAME`,
/// `stop`. Comes back with why it cannot, or with nothing.
[[nodiscard]] std::string obey(
    std::string_view line, const std::vector<std::string>& variants, profiler::StopRequest& stop);

/// While it lives, lines on stdin are obeyed (`record --control`). The end of stdin changes
/// nothing: whoever asked for a recording may leave before it ends.
class ControlLines {
public:
    ControlLines(std::vector<std::string> variants, profiler::StopRequest& stop);
    /// `obeyed` is called on a thread of its own with each line; what it comes back with is said.
    explicit ControlLines(std::function<std::string(std::string_view)> obeyed);
    ControlLines(const ControlLines&) = delete;
    ControlLines& operator=(const ControlLines&) = delete;
    ControlLines(ControlLines&&) = delete;
    ControlLines& operator=(ControlLines&&) = delete;
    ~ControlLines();

private:
    void listen();
    void take(std::string_view bytes);

    std::function<std::string(std::string_view)> m_obeyed;
    std::string m_partial; ///< a line whose end has not come yet
    int m_wake; ///< becomes readable when the listener is to end
    std::thread m_listener;
};

} // namespace cli
