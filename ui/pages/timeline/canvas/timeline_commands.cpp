// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_commands.h"

#include <QObject>

namespace ui {

namespace {

std::vector<TimelineCommandSpec> makeCommands()
{
    using enum TimelineCommand;
    return {
        {ZoomIn, QStringLiteral("timeline.zoomIn"), QObject::tr("Zoom in"),
            QObject::tr("Around the pointer, else the middle"), Qt::Key_W},
        {ZoomOut, QStringLiteral("timeline.zoomOut"), QObject::tr("Zoom out"),
            QObject::tr("Around the pointer, else the middle"), Qt::Key_S},
        {ZoomInFar, QStringLiteral("timeline.zoomInFar"), QObject::tr("Zoom in far"),
            QObject::tr("Five steps"), Qt::SHIFT | Qt::Key_W},
        {ZoomOutFar, QStringLiteral("timeline.zoomOutFar"), QObject::tr("Zoom out far"),
            QObject::tr("Five steps"), Qt::SHIFT | Qt::Key_S},
        {Earlier, QStringLiteral("timeline.earlier"), QObject::tr("Earlier"),
            QObject::tr("A fifth of what is seen"), Qt::Key_A},
        {Later, QStringLiteral("timeline.later"), QObject::tr("Later"),
            QObject::tr("A fifth of what is seen"), Qt::Key_D},
        {FarEarlier, QStringLiteral("timeline.farEarlier"), QObject::tr("Far earlier"),
            QObject::tr("By what is seen"), Qt::SHIFT | Qt::Key_A},
        {FarLater, QStringLiteral("timeline.farLater"), QObject::tr("Far later"),
            QObject::tr("By what is seen"), Qt::SHIFT | Qt::Key_D},
        {ToSelection, QStringLiteral("timeline.toSelection"), QObject::tr("Zoom to the selection"),
            QObject::tr("With a little room around it"), Qt::Key_F},
        {WholeRun, QStringLiteral("timeline.wholeRun"), QObject::tr("Whole run"),
            QObject::tr("Everything that was traced"), Qt::Key_0},
        {Back, QStringLiteral("timeline.back"), QObject::tr("View back"),
            QObject::tr("To where it was before"), Qt::Key_Z},
        {Forward, QStringLiteral("timeline.forward"), QObject::tr("View forward"),
            QObject::tr("To where it was before going back"), Qt::SHIFT | Qt::Key_Z},
        {PreviousCall, QStringLiteral("timeline.previousCall"), QObject::tr("Previous call"),
            QObject::tr("Of every variant"), Qt::Key_Comma},
        {NextCall, QStringLiteral("timeline.nextCall"), QObject::tr("Next call"),
            QObject::tr("Of every variant"), Qt::Key_Period},
        {NextIdle, QStringLiteral("timeline.nextIdle"), QObject::tr("Next idle time"),
            QObject::tr("Where the device waits"), Qt::Key_G},
        {NextBreak, QStringLiteral("timeline.nextBreak"), QObject::tr("Next graph break"),
            QObject::tr("Where a call leaves a compiled graph"), Qt::Key_B},
        {Mark, QStringLiteral("timeline.mark"), QObject::tr("Mark"),
            QObject::tr("At the pointer, else where the selected event begins; again: no longer"),
            Qt::Key_M},
        {MarkRange, QStringLiteral("timeline.markRange"), QObject::tr("Select a range"),
            QObject::tr("Of the selected event, else from the first mark to the last"),
            Qt::SHIFT | Qt::Key_M},
        {Link, QStringLiteral("timeline.link"), QObject::tr("Linked"),
            QObject::tr("Zooms and moves all variants together, or each for itself"), Qt::Key_L},
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
