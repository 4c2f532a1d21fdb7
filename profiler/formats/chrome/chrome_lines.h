// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

/// Viewers draw the events of one thread on one line, and drop those that overlap without lying
/// within each other. Gives each event a line of its thread, or of its stream, that has room: the
/// first one is the thread itself, further ones are threads of their own.
class ChromeLines {
public:
    enum class Nesting {
        Allowed, ///< calls on a host thread
        Forbidden, ///< work on a stream: a kernel that lies within another is not its child
    };

    /// A thread of a process, as the file numbers them.
    struct Line {
        std::int64_t process = 0;
        std::int64_t thread = 0;
        std::int64_t of = 0; ///< the thread or stream that it is a line of
        std::size_t number = 0; ///< from 0 within it
        Nesting nesting = Nesting::Allowed;
    };

    /// Further lines get numbers from `firstFree` on.
    explicit ChromeLines(std::int64_t firstFree)
        : m_nextThread(firstFree)
    {
    }

    /// Its number in the file. Events of one thread come by start, the longest first among equals.
    [[nodiscard]] std::int64_t threadFor(std::int64_t process, std::int64_t thread, Nesting nesting,
        std::int64_t startNs, std::int64_t endNs);

    /// All that were given, by process, thread and number.
    [[nodiscard]] std::vector<Line> lines() const;

private:
    struct Open {
        Line line;
        std::vector<std::int64_t> ends; ///< of the events under way, the innermost last
    };

    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Open>> m_lines;
    std::int64_t m_nextThread;
};

} // namespace profiler
