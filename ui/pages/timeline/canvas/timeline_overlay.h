// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/canvas/timeline_selection.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

/// Draws what lies over the lines: graph breaks, the selected event with its launch, the range,
/// marks, the pointer's moment.
class TimelineOverlay {
public:
    TimelineOverlay(QPainter& painter, const Theme& theme, const TimelineScene& scene)
        : m_painter(painter)
        , m_theme(theme)
        , m_scene(scene)
    {
    }

    void paintBreaks();
    void paintSelection(const TimelineSelection& selection);
    /// Through all runs, with the moment in words at the ruler; `run` tells whose time that is.
    void paintCursor(double x, std::size_t run);

private:
    [[nodiscard]] QRect boxOfRun(std::size_t run) const;
    [[nodiscard]] QRectF boxOf(const TimelinePick& pick) const;
    void paintLaunch(const TimelinePick& pick, const TimelinePick& otherEnd);
    void paintRange(const TimelineWindow& range);
    void paintMark(std::int64_t time, std::size_t number);
    void paintSign(QPointF centre, const QString& text, const QColor& border);

    QPainter& m_painter;
    const Theme& m_theme;
    const TimelineScene& m_scene;
};

} // namespace ui
