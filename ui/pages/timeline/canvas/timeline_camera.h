// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace ui {

/// Half open, in ns from where a run is aligned: the same for all runs.
struct TimelineWindow {
    std::int64_t from = 0;
    std::int64_t to = 1;

    [[nodiscard]] std::int64_t length() const { return to - from; }

    [[nodiscard]] std::int64_t middle() const { return from + length() / 2; }

    bool operator==(const TimelineWindow&) const = default;
};

/// Which stretch of time is seen. It never leaves what there is, never shows less than a tenth of a
/// microsecond, and remembers where it was.
class TimelineCamera {
public:
    static constexpr std::int64_t narrowest = 100; ///< ns

    [[nodiscard]] const TimelineWindow& window() const { return m_window; }

    [[nodiscard]] const TimelineWindow& bounds() const { return m_bounds; }

    /// All that there is. The window is moved into it, its history forgotten.
    void setBounds(TimelineWindow bounds);

    /// A jump: one can come back from it.
    void show(TimelineWindow window);
    /// The moment `at` keeps its place; below 1 = closer.
    void zoom(std::int64_t at, double factor);
    /// By a share of what is seen; above 0 = later.
    void pan(double share);
    void moveBy(std::int64_t ns);

    bool back();
    bool forward();

private:
    [[nodiscard]] TimelineWindow fitted(TimelineWindow window) const;
    bool travel(std::vector<TimelineWindow>& from, std::vector<TimelineWindow>& to);

    TimelineWindow m_bounds;
    TimelineWindow m_window;
    std::vector<TimelineWindow> m_before;
    std::vector<TimelineWindow> m_after;
};

} // namespace ui
