// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_commands.h"

#include <QCoreApplication>

namespace ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("TimelinePage", text);
}

std::vector<TimelineCommandSpec> makeCommands()
{
    using enum TimelineCommand;
    return {
        {ZoomIn, QStringLiteral("timeline.zoomIn"), tr("Zoom in"),
            tr("Around the pointer, else the middle"), Qt::Key_W},
        {ZoomOut, QStringLiteral("timeline.zoomOut"), tr("Zoom out"),
            tr("Around the pointer, else the middle"), Qt::Key_S},
        {ZoomInFar, QStringLiteral("timeline.zoomInFar"), tr("Zoom in far"), tr("Five steps"),
            Qt::SHIFT | Qt::Key_W},
        {ZoomOutFar, QStringLiteral("timeline.zoomOutFar"), tr("Zoom out far"), tr("Five steps"),
            Qt::SHIFT | Qt::Key_S},
        {Earlier, QStringLiteral("timeline.earlier"), tr("Earlier"), tr("A fifth of what is seen"),
            Qt::Key_A},
        {Later, QStringLiteral("timeline.later"), tr("Later"), tr("A fifth of what is seen"),
            Qt::Key_D},
        {FarEarlier, QStringLiteral("timeline.farEarlier"), tr("Far earlier"),
            tr("By what is seen"), Qt::SHIFT | Qt::Key_A},
        {FarLater, QStringLiteral("timeline.farLater"), tr("Far later"), tr("By what is seen"),
            Qt::SHIFT | Qt::Key_D},
        {ToSelection, QStringLiteral("timeline.toSelection"), tr("Zoom to the selection"),
            tr("With a little room around it"), Qt::Key_F},
        {WholeRun, QStringLiteral("timeline.wholeRun"), tr("Whole run"),
            tr("Everything that was traced"), Qt::Key_0},
        {Back, QStringLiteral("timeline.back"), tr("View back"), tr("To where it was before"),
            Qt::Key_Z},
        {Forward, QStringLiteral("timeline.forward"), tr("View forward"),
            tr("To where it was before going back"), Qt::SHIFT | Qt::Key_Z},
        {PreviousCall, QStringLiteral("timeline.previousCall"), tr("Previous call"),
            tr("Of every variant"), Qt::Key_Comma},
        {NextCall, QStringLiteral("timeline.nextCall"), tr("Next call"), tr("Of every variant"),
            Qt::Key_Period},
        {NextIdle, QStringLiteral("timeline.nextIdle"), tr("Next idle time"),
            tr("Where the device waits"), Qt::Key_G},
        {NextBreak, QStringLiteral("timeline.nextBreak"), tr("Next graph break"),
            tr("Where a call leaves a compiled graph"), Qt::Key_B},
        {Mark, QStringLiteral("timeline.mark"), tr("Mark"),
            tr("At the pointer, else where the selected event begins; again: no longer"),
            Qt::Key_M},
        {MarkRange, QStringLiteral("timeline.markRange"), tr("Select a range"),
            tr("Of the selected event, else from the first mark to the last"),
            Qt::SHIFT | Qt::Key_M},
        {Link, QStringLiteral("timeline.link"), tr("Linked"),
            tr("Zooms and moves all variants together, or each for itself"), Qt::Key_L},
        {PreviousEvent, {}, {}, {}, Qt::Key_Left},
        {NextEvent, {}, {}, {}, Qt::Key_Right},
        {RowAbove, {}, {}, {}, Qt::Key_Up},
        {RowBelow, {}, {}, {}, Qt::Key_Down},
    };
}

} // namespace

const std::vector<TimelineCommandSpec>& timelineCommands()
{
    static const std::vector<TimelineCommandSpec> commands = makeCommands();
    return commands;
}

} // namespace ui
