// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/timeline/timeline_busy.h"
#include "ui/pages/timeline/canvas/timeline_scene.h"

#include <QString>

#include <optional>
#include <string>

/// What comes next: along a line, to the line below, by name, by its launch, or in time.
namespace ui {

enum class TimelineDirection { Earlier, Later };

/// Of the picked line, else of the first; without a pick the first one that is seen.
[[nodiscard]] std::optional<TimelinePick> neighbour(const TimelineScene& scene,
    const std::optional<TimelinePick>& from, TimelineDirection direction);

/// Of the next line that has any, the event nearest in time.
[[nodiscard]] std::optional<TimelinePick> inNextRow(
    const TimelineScene& scene, const TimelinePick& from, TimelineDirection direction);

/// Through all runs by time from the picked event on, else from the left edge: the next whose name
/// holds the text.
[[nodiscard]] std::optional<TimelinePick> nextNamed(const TimelineScene& scene,
    const std::optional<TimelinePick>& from, const QString& text, TimelineDirection direction);

/// Kernels and operators, which the Kernels page tells of as well.
[[nodiscard]] bool isWorkRow(TimelineRowKind kind);

/// The first run of work with that whole name in a variant, from a call on; without a call in the
/// whole run.
[[nodiscard]] std::optional<TimelinePick> firstRunOf(
    const TimelineScene& scene, const std::string& name, int variant, std::optional<int> call);

/// The launch of a kernel or copy; of a launch, the first that it started. nullopt: it is not known
/// or has no line here.
[[nodiscard]] std::optional<TimelinePick> otherEndOf(
    const TimelineScene& scene, const TimelinePick& pick);

/// In ns of the run's own clock.
struct TimelineMoment {
    std::size_t run = 0;
    std::int64_t time = 0;
};

/// The middle of the next idle time of a run, behind the middle of what is seen of it.
[[nodiscard]] std::optional<TimelineMoment> nextIdleTime(
    const TimelineScene& scene, std::size_t run);

/// The nearest graph break of any run, behind the middle of what is seen.
[[nodiscard]] std::optional<TimelineMoment> nextBreak(const TimelineScene& scene);

} // namespace ui
