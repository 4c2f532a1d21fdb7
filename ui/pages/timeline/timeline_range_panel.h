// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/timeline/timeline_range.h"
#include "ui/comparison/background_job.h"
#include "ui/pages/timeline/canvas/timeline_scene.h"
#include "ui/widgets/panel.h"

#include <QStringList>

#include <optional>
#include <vector>

class QGridLayout;

namespace ui {

/// What each run did in a range.
struct TimelineRange {
    struct Side {
        QString name;
        int variant = 0;
        profiler::TimeSpan span; ///< of its own clock
        std::shared_ptr<const profiler::TimelineTracks> tracks;
        std::vector<QString> shortNames; ///< by TimelineEvent::name
        profiler::RangeFigures figures;
        profiler::StateTimes device; ///< busy by class and idle by cause; adds up to the range
        std::int64_t operators = 0;
        std::int64_t operatorNs = 0; ///< without what they call
    };

    std::vector<Side> sides; ///< of the runs that have a trace
};

/// "kernels", "60", "25": a value for each side; "–" where it is not known.
struct TimelineRangeRow {
    QString name;
    QStringList values;
    bool heading = false;
};

[[nodiscard]] std::vector<TimelineRangeRow> rangeRows(const TimelineRange& range);

/// Totals of the selected range for every run, found out on a pool thread.
class TimelineRangePanel : public Panel {
    Q_OBJECT

public:
    explicit TimelineRangePanel(const Theme& theme);

    /// The same range again: causes of idle times may have been found meanwhile.
    void showRange(const TimelineScene& scene, const std::optional<TimelineWindow>& range);

    [[nodiscard]] bool isReady() const { return !m_job.isRunning(); }

    [[nodiscard]] const std::vector<TimelineRangeRow>& rows() const { return m_rows; }

private:
    void showFigures(TimelineRange range);

    BackgroundJob m_job {this};
    QGridLayout* m_grid;
    std::optional<TimelineWindow> m_shown;
    std::optional<TimelineRange> m_found; ///< of what is shown
    std::vector<TimelineRangeRow> m_rows;
};

} // namespace ui
