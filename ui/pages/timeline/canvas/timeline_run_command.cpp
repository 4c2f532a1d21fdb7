// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_canvas.h"

namespace ui {

namespace {

constexpr double panStep = 0.2; ///< of what is seen
constexpr double farSteps = 5;

} // namespace

void TimelineCanvas::run(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::ZoomIn:
        return zoomBy(1);
    case TimelineCommand::ZoomOut:
        return zoomBy(-1);
    case TimelineCommand::ZoomInFar:
        return zoomBy(farSteps);
    case TimelineCommand::ZoomOutFar:
        return zoomBy(-farSteps);
    case TimelineCommand::Earlier:
        return panBy(-panStep);
    case TimelineCommand::Later:
        return panBy(panStep);
    case TimelineCommand::FarEarlier:
        return panBy(-panStep * farSteps);
    case TimelineCommand::FarLater:
        return panBy(panStep * farSteps);
    case TimelineCommand::ToSelection:
        return zoomToSelection();
    case TimelineCommand::WholeRun:
        return showAll();
    case TimelineCommand::Back:
        return goBack();
    case TimelineCommand::Forward:
        return goForward();
    case TimelineCommand::PreviousCall:
        return showCall(call() - 1);
    case TimelineCommand::NextCall:
        return showCall(call() + 1);
    case TimelineCommand::NextIdle:
        return toNextIdleTime();
    case TimelineCommand::NextBreak:
        return toNextBreak();
    case TimelineCommand::Mark:
        return mark();
    case TimelineCommand::MarkRange:
        return selectMarks();
    case TimelineCommand::Link:
        return setLinked(!m_scene.axis.isLinked());
    case TimelineCommand::PreviousEvent:
        return stepEvent(TimelineDirection::Earlier);
    case TimelineCommand::NextEvent:
        return stepEvent(TimelineDirection::Later);
    case TimelineCommand::RowAbove:
        return stepRow(TimelineDirection::Earlier);
    case TimelineCommand::RowBelow:
        return stepRow(TimelineDirection::Later);
    }
}

} // namespace ui
