// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/timeline_layout.h"
#include "ui/theme/theme.h"

#include <QColor>

class QPainter;

namespace ui {

/// Draws single lines of the timeline. Events of at least three pixels are drawn by themselves;
/// narrower ones as columns: as high as they fill the pixel's time, in the colour of what takes
/// most of it.
class TimelinePainter {
public:
    TimelinePainter(
        QPainter& painter, const Theme& theme, const TimelineLayout& layout, TimelineWindow window);

    /// `origin` is what lies at 0 of the run.
    void paintRow(const PlacedRow& placed, const TimelineRun& run, std::int64_t origin);
    /// Idle stretches of the device by cause, behind the kernels.
    void paintGaps(const QRect& box, const TimelineRun& run, std::int64_t origin);
    void paintStrip(const QRect& box, const TimelineRun& run, const TimelineWindow& bounds,
        std::int64_t origin);
    void paintRuler();

private:
    [[nodiscard]] profiler::TimeSpan spanOf(std::int64_t origin) const;
    void paintLane(const PlacedRow& placed, const TimelineRun& run, std::int64_t origin);
    void paintColumns(const PlacedRow& placed, const TimelineRun& run,
        const std::vector<profiler::LaneColumn>& columns);
    void paintEvent(const PlacedRow& placed, const TimelineRun& run, std::int64_t origin,
        const profiler::TimelineEvent& event);
    void paintBusy(const QRect& box, const TimelineRun& run, profiler::TimeSpan span);
    [[nodiscard]] QColor colourOf(
        TimelineRowKind row, std::uint8_t kind, const TimelineRun& run) const;

    QPainter& m_painter;
    const Theme& m_theme;
    const TimelineLayout& m_layout;
    TimelineWindow m_window;
};

/// Narrower events are drawn together.
inline constexpr double widthOfOneEvent = 3;

} // namespace ui
