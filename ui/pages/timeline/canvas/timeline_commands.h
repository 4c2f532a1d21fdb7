// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

#include <vector>

namespace ui {

class TimelineCanvas;

/// What the timeline can be asked to do.
using TimelineCommand = void (*)(TimelineCanvas& canvas);

struct TimelineCommandSpec {
    QString id; ///< of the window's action; empty: a key of the timeline itself alone
    QString text;
    QString help;
    QKeySequence key;
    TimelineCommand command = nullptr;
};

/// All, in the order of the sheet of shortcuts.
[[nodiscard]] const std::vector<TimelineCommandSpec>& timelineCommands();

} // namespace ui
