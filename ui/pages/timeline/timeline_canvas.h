// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/pages/timeline/timeline_commands.h"
#include "ui/pages/timeline/timeline_frame.h"
#include "ui/pages/timeline/timeline_steps.h"
#include "ui/theme/theme.h"

#include <QPointF>
#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace ui {

/// Runs below each other on one axis of time: zoomed, panned and searched together. Everything can
/// be done with the keys that the sheet of shortcuts names.
class TimelineCanvas : public QWidget {
    Q_OBJECT

public:
    explicit TimelineCanvas(const Theme& theme, QWidget* parent = nullptr);

    void setRuns(std::vector<TimelineRun> runs);

    [[nodiscard]] const TimelineScene& scene() const { return m_scene; }

    [[nodiscard]] const std::vector<TimelineRun>& runs() const { return m_scene.runs; }

    [[nodiscard]] const TimelineLayout& layoutOfRows() const { return m_scene.layout; }

    /// Of the axis, where the pointer or the selection is; linked, that of all runs.
    [[nodiscard]] const TimelineWindow& window() const { return camera().window(); }

    [[nodiscard]] int call() const { return m_scene.axis.anchor().call; }

    /// What the head of a run says of that call.
    [[nodiscard]] const TimelineHead& headOf(std::size_t run) const
    {
        return m_scene.heads.at(run);
    }

    [[nodiscard]] TimelineAlignment alignment() const { return m_scene.axis.anchor().alignment; }

    [[nodiscard]] const TimelineSelection& selection() const { return m_selection; }

    [[nodiscard]] const std::optional<TimelinePick>& picked() const { return m_selection.pick; }

    /// In ns of the run's own clock.
    [[nodiscard]] std::int64_t originOfRun(std::size_t run) const
    {
        return m_scene.axis.origin(run);
    }

    void setAlignment(TimelineAlignment alignment);
    /// Where the module runs first in the call, all runs are laid over each other.
    void alignByModule(const std::string& module);
    /// To the next event whose name holds the text, or the one before; false: there is none.
    bool find(const QString& text, TimelineDirection direction);
    void setGapsShown(bool shown);
    /// Work of other classes steps back; nullopt: none does.
    void setLit(std::optional<WorkClass> lit);
    /// Zoomed and moved together, or each run for itself.
    void setLinked(bool linked);
    /// Each call as wide as the longest, or all at the same scale.
    void setFitted(bool fitted);
    void showCall(int call);

    /// Of all runs, in ns from where they are aligned.
    void showWindow(const TimelineWindow& window);
    void run(TimelineCommand command);
    /// To the range, else to the picked event.
    void zoomToSelection();
    void showAll();
    void showCallWhole();
    /// Takes the place of a range.
    void pick(std::optional<TimelinePick> pick);
    /// Of the axis.
    void selectRange(std::optional<TimelineWindow> range);
    /// The range, then the pick, then the marks; false: there was nothing.
    bool clearSelection();

    /// What is seen, as far as it can be told apart: line by line the events that are drawn by
    /// themselves, and how many lie between them.
    [[nodiscard]] ChartTable table() const;

    [[nodiscard]] QSize sizeHint() const override { return {900, m_needed}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, m_needed}; }

Q_SIGNALS:
    void selectionChanged();
    void linkChanged(bool linked);
    void callChanged(int call);
    void windowChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag { None, Pan, Range, Strip };

    [[nodiscard]] TimelineCamera& camera() { return m_scene.axis.camera(activeRun()); }

    [[nodiscard]] const TimelineCamera& camera() const { return m_scene.axis.camera(activeRun()); }

    [[nodiscard]] std::size_t activeRun() const;
    void arrange();
    void anchor(const TimelineAnchor& anchor);
    void changed();
    void reveal(const TimelinePick& pick);
    void pickAndReveal(const std::optional<TimelinePick>& next);
    void zoomBy(double factor);
    void panBy(double share);
    void toNextIdleTime();
    void toNextBreak();
    void mark();
    void rangeOfMarks();
    void stepRow(TimelineDirection direction);
    void showIn(std::size_t run, const TimelineWindow& window);
    void showAround(const TimelineMoment& moment);
    [[nodiscard]] std::int64_t axisTimeAt(double x) const;

    const Theme& m_theme;
    TimelineScene m_scene;
    TimelineSelection m_selection;
    TimelineFrame m_frame;
    TimelinePointer m_pointer; ///< its run is the one that it was over last
    int m_needed = 200;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    bool m_moved = false;
};

} // namespace ui
