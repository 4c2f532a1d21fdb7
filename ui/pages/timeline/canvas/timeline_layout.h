// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/canvas/timeline_camera.h"
#include "ui/pages/timeline/rows/timeline_rows.h"

#include <QRect>

#include <optional>
#include <vector>

namespace ui {

/// A line of a run at its place.
struct PlacedRow {
    std::size_t run = 0;
    TimelineRow row;
    QRect box; ///< without the titles
};

struct PlacedHead {
    std::size_t run = 0;
    QRect box;
};

/// Where everything of the timeline stands, and which moment lies at which pixel.
class TimelineLayout {
public:
    static constexpr int titleWidth = 116;
    static constexpr int stripHeight = 13; ///< of a run in the strip of the whole
    static constexpr int rulerHeight = 24;
    static constexpr int headHeight = 28;

    /// Places all rows below each other; the height that they need is given back. Rows are so many
    /// times as high as they need to be.
    int place(const std::vector<TimelineRun>& runs, int width, double stretch = 1);
    /// How many times higher the rows may be to fill `room`, at most twice.
    [[nodiscard]] double stretchFor(int room) const;

    [[nodiscard]] const std::vector<PlacedRow>& rows() const { return m_rows; }

    [[nodiscard]] const std::vector<PlacedHead>& heads() const { return m_heads; }

    [[nodiscard]] const QRect& strip() const { return m_strip; }

    [[nodiscard]] const QRect& ruler() const { return m_ruler; }

    /// The strip's line of a run.
    [[nodiscard]] QRect stripOf(std::size_t run) const;
    /// From the ruler down to the end.
    [[nodiscard]] QRect plot() const;

    [[nodiscard]] double xOf(std::int64_t time, const TimelineWindow& window) const;
    [[nodiscard]] std::int64_t timeAt(double x, const TimelineWindow& window) const;
    [[nodiscard]] std::optional<std::size_t> rowAt(const QPoint& point) const;
    /// Between its head and the next one's; nullopt: above all.
    [[nodiscard]] std::optional<std::size_t> runAt(const QPoint& point) const;

private:
    QRect m_strip;
    QRect m_ruler;
    std::vector<PlacedRow> m_rows;
    std::vector<PlacedHead> m_heads;
    int m_height = 0;
};

} // namespace ui
