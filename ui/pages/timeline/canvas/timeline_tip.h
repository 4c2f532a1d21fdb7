// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/canvas/timeline_scene.h"

#include <QPoint>
#include <QString>

namespace ui {

/// What a tooltip says there, as rich text: of one event where it can be told from its neighbours,
/// else of the pixel's. Empty: nothing.
[[nodiscard]] QString tipAt(const TimelineScene& scene, const QPoint& point);

/// The event's whole name, and below it how long it took.
[[nodiscard]] QString wordsOf(const TimelineScene& scene, const TimelinePick& pick);

} // namespace ui
