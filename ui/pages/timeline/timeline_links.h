// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/canvas/timeline_scene.h"
#include "ui/theme/shapes.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <QAbstractButton>
#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace ui {

/// A place of the timeline that is worth a look: an idle time, a graph break.
struct TimelinePosition {
    QString name;
    QString value; ///< how long, or how often
    std::optional<IdlePattern> pattern;
    QString sign; ///< "1" of a graph break
    int variant = 0;
    QString variantName;
    std::size_t run = 0;
    profiler::TimeSpan span; ///< of the run's clock; of a moment empty
};

/// The longest idle times of a call in all runs, longest first.
[[nodiscard]] std::vector<TimelinePosition> longestIdleTimes(
    const TimelineScene& scene, std::size_t most);

/// The graph breaks of a call, by number and run; each where it is passed first.
[[nodiscard]] std::vector<TimelinePosition> breaksOfCall(const TimelineScene& scene);

/// One line that leads to its place by a click or the space bar.
class TimelinePlaceRow : public Painted<QAbstractButton> {
    Q_OBJECT

public:
    TimelinePlaceRow(const Theme& theme, TimelinePosition place);

    [[nodiscard]] const TimelinePosition& place() const { return m_place; }

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 26}; }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    void paintSign(QPainter& painter) const;

    TimelinePosition m_place;
};

} // namespace ui
