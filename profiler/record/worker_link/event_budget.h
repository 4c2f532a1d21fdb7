// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/worker_link/worker_messages.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <variant>
#include <vector>

namespace profiler {

/// Longer messages that are no answer are not even read.
inline constexpr std::size_t longestEvent = std::size_t {1} << 20U;

/// What one worker process may tell by events: so many of each kind and so many bytes of all. It
/// runs foreign code, which can send any number of them. The first ones are handed on as they come;
/// of the rest the last ones are kept for the end of the process, and the others are counted.
class EventBudget {
public:
    /// False: it is kept for the end or left out. `bytes` is the length of the whole message.
    [[nodiscard]] bool admits(const WorkerEvent& event, std::size_t bytes);
    /// A message that was too long to be read.
    void leaveOutUnread();

    /// The events kept for the end, in the order they came; none afterwards.
    [[nodiscard]] std::vector<WorkerEvent> takeLast();
    /// "99 880 of 100 000 notices"; empty = all were handed on.
    [[nodiscard]] std::string leftOut() const;

private:
    struct Count {
        std::int64_t heard = 0;
        std::int64_t leftOut = 0;
    };

    struct Kept {
        WorkerEvent event;
        std::size_t kind = 0;
        std::size_t bytes = 0;
    };

    void keepForTheEnd(const WorkerEvent& event, std::size_t bytes);

    std::array<Count, std::variant_size_v<WorkerEvent>> m_counts;
    std::deque<Kept> m_last; ///< a bounded number of each kind
    std::size_t m_bytes = 0; ///< handed on
    std::int64_t m_unread = 0;
};

} // namespace profiler
