// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

#include <vector>

namespace ui {

/// What the timeline can be asked to do.
enum class TimelineCommand {
    ZoomIn,
    ZoomOut,
    ZoomInFar,
    ZoomOutFar,
    Earlier,
    Later,
    FarEarlier,
    FarLater,
    ToSelection,
    WholeRun,
    Back,
    Forward,
    PreviousCall,
    NextCall,
    NextIdle,
    NextBreak,
    Mark,
    MarkRange,
    Link,
    PreviousEvent,
    NextEvent,
    RowAbove,
    RowBelow,
};

struct TimelineCommandSpec {
    TimelineCommand command = TimelineCommand::ZoomIn;
    QString id; ///< of the window's action; empty: a key of the timeline itself alone
    QString text;
    QString help;
    QKeySequence key;
};

/// All, in the order of the sheet of shortcuts.
[[nodiscard]] const std::vector<TimelineCommandSpec>& timelineCommands();

} // namespace ui
