// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/log_line.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace profiler {

/// How much of a log is held, with what a line takes beside its text.
struct LogBounds {
    std::size_t firstBytes = std::size_t {16} << 20;
    std::size_t lastBytes = std::size_t {48} << 20;
    std::size_t lineBytes = std::size_t {64} << 10; ///< longer lines are cut
};

/// The first and the last lines of a log, as many as a page can hold; where lines are left out
/// between them, one line of the recorder says how many.
class LogExcerpt {
public:
    explicit LogExcerpt(const LogBounds& bounds)
        : m_bounds(bounds)
    {
    }

    void add(LogLine&& line);

    /// Nothing is left here.
    [[nodiscard]] std::vector<LogLine> take();

private:
    void shorten(LogLine& line) const;

    LogBounds m_bounds;
    std::vector<LogLine> m_first;
    std::deque<LogLine> m_last;
    std::size_t m_firstBytes = 0;
    std::size_t m_lastBytes = 0;
    std::int64_t m_leftOut = 0;
    bool m_firstIsFull = false;
};

} // namespace profiler
