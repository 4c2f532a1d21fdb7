// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

namespace profiler::remote {

/// How long to wait before a lost connection is tried again: longer each time, up to a minute.
class Patience {
public:
    [[nodiscard]] std::chrono::seconds next() const { return m_next; }

    /// False when `goOn` said so meanwhile.
    [[nodiscard]] bool wait(const std::function<bool()>& goOn)
    {
        constexpr std::chrono::milliseconds step {200};
        constexpr std::chrono::seconds longest {60};
        for (std::chrono::milliseconds waited {}; waited < m_next; waited += step) {
            if (goOn && !goOn())
                return false;
            std::this_thread::sleep_for(step);
        }
        m_next = std::min(m_next * 2, longest);
        return true;
    }

    void reset() { m_next = std::chrono::seconds(1); }

private:
    std::chrono::seconds m_next {1};
};

} // namespace profiler::remote
