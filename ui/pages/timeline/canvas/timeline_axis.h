// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/canvas/timeline_camera.h"
#include "ui/pages/timeline/rows/timeline_run.h"

#include <string>
#include <vector>

namespace ui {

/// What the moments of all runs are counted from.
enum class TimelineAlignment {
    Call, ///< the start of the call that is looked at
    Run, ///< the first event of each run
    Module, ///< the first kernel of a module in that call; without kernels its start
};

struct TimelineAnchor {
    TimelineAlignment alignment = TimelineAlignment::Call;
    int call = 0;
    std::string module; ///< of TimelineAlignment::Module
};

/// Where the moments of each run lie on one axis, in ns from where the runs are aligned, and which
/// stretch of it is seen. Linked, all runs show the same stretch.
class TimelineAxis {
public:
    /// Other runs: where it was is forgotten.
    void setRuns(const std::vector<TimelineRun>& runs, const TimelineAnchor& anchor);
    void setAnchor(const std::vector<TimelineRun>& runs, const TimelineAnchor& anchor);
    /// Fitted, the call of each run is stretched to the length of the longest.
    void setFitted(const std::vector<TimelineRun>& runs, bool fitted);
    /// Linked again, all show what `leader` shows.
    void setLinked(bool linked, std::size_t leader);

    [[nodiscard]] bool isLinked() const { return m_linked; }

    [[nodiscard]] bool isFitted() const { return m_fitted; }

    [[nodiscard]] const TimelineAnchor& anchor() const { return m_anchor; }

    /// What moves the run, and while linked all others.
    [[nodiscard]] TimelineCamera& camera(std::size_t run);
    [[nodiscard]] const TimelineCamera& camera(std::size_t run) const;

    /// A jump of all runs, linked or not.
    void showAll(const TimelineWindow& window);

    /// What lies at 0 of a run, in ns of its clock.
    [[nodiscard]] std::int64_t origin(std::size_t run) const { return m_places.at(run).origin; }

    /// What is seen of a run, in ns of its clock from its origin.
    [[nodiscard]] TimelineWindow window(std::size_t run) const;
    /// The same in ns of its clock.
    [[nodiscard]] profiler::TimeSpan seen(std::size_t run) const;
    /// Of the axis; `time` is of the run's clock.
    [[nodiscard]] std::int64_t onAxis(std::size_t run, std::int64_t time) const;
    /// A stretch of the axis in the run's clock.
    [[nodiscard]] profiler::TimeSpan inRun(std::size_t run, const TimelineWindow& window) const;
    /// The longest of the call that is looked at in any run, with room around it.
    [[nodiscard]] TimelineWindow windowOfCall(const std::vector<TimelineRun>& runs) const;

private:
    struct Place {
        std::int64_t origin = 0;
        double scale = 1; ///< ns of the run in one of the axis
    };

    void place(const std::vector<TimelineRun>& runs);
    void setBounds(const TimelineWindow& bounds);

    TimelineAnchor m_anchor;
    std::vector<Place> m_places; ///< by run
    TimelineCamera m_shared;
    std::vector<TimelineCamera> m_own; ///< by run, while they are not linked
    bool m_linked = true;
    bool m_fitted = false;
};

/// Everything that any of the runs has, as one window with room around it.
[[nodiscard]] TimelineWindow boundsOf(
    const std::vector<TimelineRun>& runs, const TimelineAxis& axis);

} // namespace ui
