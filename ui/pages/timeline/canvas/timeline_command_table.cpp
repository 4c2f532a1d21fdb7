// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/canvas/timeline_commands.h"

#include <QObject>

namespace ui {

namespace {

constexpr double panStep = 0.2; ///< of what is seen
constexpr double farSteps = 5;

/// What is seen.
std::vector<TimelineCommandSpec> viewCommands()
{
    return {
        {QStringLiteral("timeline.zoomIn"), QObject::tr("Zoom in"),
            QObject::tr("Around the pointer, else the middle"), Qt::Key_W,
            [](TimelineCanvas& canvas) { canvas.zoomBy(1); }},
        {QStringLiteral("timeline.zoomOut"), QObject::tr("Zoom out"),
            QObject::tr("Around the pointer, else the middle"), Qt::Key_S,
            [](TimelineCanvas& canvas) { canvas.zoomBy(-1); }},
        {QStringLiteral("timeline.zoomInFar"), QObject::tr("Zoom in far"),
            QObject::tr("Five steps"), Qt::SHIFT | Qt::Key_W,
            [](TimelineCanvas& canvas) { canvas.zoomBy(farSteps); }},
        {QStringLiteral("timeline.zoomOutFar"), QObject::tr("Zoom out far"),
            QObject::tr("Five steps"), Qt::SHIFT | Qt::Key_S,
            [](TimelineCanvas& canvas) { canvas.zoomBy(-farSteps); }},
        {QStringLiteral("timeline.earlier"), QObject::tr("Earlier"),
            QObject::tr("A fifth of what is seen"), Qt::Key_A,
            [](TimelineCanvas& canvas) { canvas.panBy(-panStep); }},
        {QStringLiteral("timeline.later"), QObject::tr("Later"),
            QObject::tr("A fifth of what is seen"), Qt::Key_D,
            [](TimelineCanvas& canvas) { canvas.panBy(panStep); }},
        {QStringLiteral("timeline.farEarlier"), QObject::tr("Far earlier"),
            QObject::tr("By what is seen"), Qt::SHIFT | Qt::Key_A,
            [](TimelineCanvas& canvas) { canvas.panBy(-panStep * farSteps); }},
        {QStringLiteral("timeline.farLater"), QObject::tr("Far later"),
            QObject::tr("By what is seen"), Qt::SHIFT | Qt::Key_D,
            [](TimelineCanvas& canvas) { canvas.panBy(panStep * farSteps); }},
        {QStringLiteral("timeline.toSelection"), QObject::tr("Zoom to the selection"),
            QObject::tr("With a little room around it"), Qt::Key_F,
            [](TimelineCanvas& canvas) { canvas.zoomToSelection(); }},
        {QStringLiteral("timeline.wholeRun"), QObject::tr("Whole run"),
            QObject::tr("Everything that was traced"), Qt::Key_0,
            [](TimelineCanvas& canvas) { canvas.showAll(); }},
        {QStringLiteral("timeline.back"), QObject::tr("View back"),
            QObject::tr("To where it was before"), Qt::Key_Z,
            [](TimelineCanvas& canvas) { canvas.goBack(); }},
        {QStringLiteral("timeline.forward"), QObject::tr("View forward"),
            QObject::tr("To where it was before going back"), Qt::SHIFT | Qt::Key_Z,
            [](TimelineCanvas& canvas) { canvas.goForward(); }},
    };
}

/// Calls, moments and events.
std::vector<TimelineCommandSpec> stepCommands()
{
    return {
        {QStringLiteral("timeline.previousCall"), QObject::tr("Previous call"),
            QObject::tr("Of every variant"), Qt::Key_Comma,
            [](TimelineCanvas& canvas) { canvas.showCall(canvas.call() - 1); }},
        {QStringLiteral("timeline.nextCall"), QObject::tr("Next call"),
            QObject::tr("Of every variant"), Qt::Key_Period,
            [](TimelineCanvas& canvas) { canvas.showCall(canvas.call() + 1); }},
        {QStringLiteral("timeline.nextIdle"), QObject::tr("Next idle time"),
            QObject::tr("Where the device waits"), Qt::Key_G,
            [](TimelineCanvas& canvas) { canvas.toNextIdleTime(); }},
        {QStringLiteral("timeline.nextBreak"), QObject::tr("Next graph break"),
            QObject::tr("Where a call leaves a compiled graph"), Qt::Key_B,
            [](TimelineCanvas& canvas) { canvas.toNextBreak(); }},
        {QStringLiteral("timeline.mark"), QObject::tr("Mark"),
            QObject::tr("At the pointer, else where the selected event begins; again: no longer"),
            Qt::Key_M, [](TimelineCanvas& canvas) { canvas.mark(); }},
        {QStringLiteral("timeline.markRange"), QObject::tr("Select a range"),
            QObject::tr("Of the selected event, else from the first mark to the last"),
            Qt::SHIFT | Qt::Key_M, [](TimelineCanvas& canvas) { canvas.selectMarks(); }},
        {QStringLiteral("timeline.link"), QObject::tr("Linked"),
            QObject::tr("Zooms and moves all variants together, or each for itself"), Qt::Key_L,
            [](TimelineCanvas& canvas) { canvas.setLinked(!canvas.scene().axis.isLinked()); }},
        {{}, {}, {}, Qt::Key_Left,
            [](TimelineCanvas& canvas) { canvas.stepEvent(TimelineDirection::Earlier); }},
        {{}, {}, {}, Qt::Key_Right,
            [](TimelineCanvas& canvas) { canvas.stepEvent(TimelineDirection::Later); }},
        {{}, {}, {}, Qt::Key_Up,
            [](TimelineCanvas& canvas) { canvas.stepRow(TimelineDirection::Earlier); }},
        {{}, {}, {}, Qt::Key_Down,
            [](TimelineCanvas& canvas) { canvas.stepRow(TimelineDirection::Later); }},
    };
}

} // namespace

const std::vector<TimelineCommandSpec>& timelineCommands()
{
    static const std::vector<TimelineCommandSpec> commands = [] {
        auto all = viewCommands();
        const auto steps = stepCommands();
        all.insert(all.end(), steps.begin(), steps.end());
        return all;
    }();
    return commands;
}

} // namespace ui
