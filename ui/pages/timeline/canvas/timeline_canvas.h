// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/timeline/canvas/timeline_commands.h"
#include "ui/pages/timeline/canvas/timeline_frame.h"
#include "ui/pages/timeline/canvas/timeline_steps.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ui {

/// Runs below each other on one axis of time: zoomed, panned and searched together. Everything can
/// be done with the keys that the sheet of shortcuts names.
class TimelineCanvas : public PaintedWidget {
    Q_OBJECT

public:
    explicit TimelineCanvas(const Theme& theme);

    void setRuns(std::vector<TimelineRun> runs);

    void run(TimelineCommand command) { command(*this); }

    [[nodiscard]] const TimelineScene& scene() const { return m_scene; }

    [[nodiscard]] const std::vector<TimelineRun>& runs() const { return m_scene.runs; }

    [[nodiscard]] const TimelineLayout& layoutOfRows() const { return m_scene.layout; }

    /// Of the run where the pointer or the selection is; linked, of all runs.
    [[nodiscard]] const TimelineCamera& camera() const { return m_scene.axis.camera(activeRun()); }

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

    /// Rows grow, up to twice their height, to fill it.
    void setRoom(int height);

    void setAlignment(TimelineAlignment alignment);
    /// Where the module runs first in the call, all runs are laid over each other.
    void alignByModule(const std::string& module);
    /// To the next event whose name holds the text, or the one before; false: there is none.
    bool find(const QString& text, TimelineDirection direction);
    void setGapsShown(bool shown);
    /// Work of other classes steps back; nullopt: none does.
    void setLit(std::optional<WorkClass> lit);
    /// Everything else steps back; null: nothing is lit.
    void setLight(std::shared_ptr<const TimelineLight> light);

    [[nodiscard]] const TimelineLight* light() const { return m_frame.light(); }

    /// Zoomed and moved together, or each run for itself.
    void setLinked(bool linked);
    /// Each call as wide as the longest, or all at the same scale.
    void setFitted(bool fitted);
    void showCall(int call);

    /// Of all runs, in ns from where they are aligned.
    void showWindow(const TimelineWindow& window);
    /// To the range, else to the picked event.
    void zoomToSelection();
    void showAll();
    void showCallWhole();
    /// Around the pointer, else the middle; above 0 = closer.
    void zoomBy(double steps);
    /// By a share of what is seen; above 0 = later.
    void panBy(double share);
    void moveBy(std::int64_t ns);
    /// Where it was before the last jump, and again after it.
    void goBack();
    void goForward();
    void toNextIdleTime();
    void toNextBreak();
    /// Some time of a run, with room around it; a moment with a part of its call.
    void showPlace(std::size_t run, const profiler::TimeSpan& span);

    /// Takes the place of a range.
    void pick(std::optional<TimelinePick> pick);
    void stepEvent(TimelineDirection direction);
    void stepRow(TimelineDirection direction);
    /// Of the axis.
    void selectRange(const std::optional<TimelineWindow>& range);
    /// Shown, but not told of: it is not chosen yet.
    void outlineRange(const TimelineWindow& range);
    /// At the pointer, else where the picked event begins, else in the middle; again: no longer.
    void mark();
    /// The range of the picked event, else from the first mark to the last.
    void selectMarks();
    /// The range, then the pick, then the marks; false: there was nothing.
    bool clearSelection();

    /// Its run is the one that it was over last.
    [[nodiscard]] const TimelinePointer& pointer() const { return m_pointer; }

    void setPointer(const TimelinePointer& pointer);
    /// On the axis.
    [[nodiscard]] std::int64_t axisTimeAt(double x) const;

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
    void resizeEvent(QResizeEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    [[nodiscard]] TimelineCamera& ownCamera() { return m_scene.axis.camera(activeRun()); }

    [[nodiscard]] std::size_t activeRun() const;
    void arrange();
    void anchor(const TimelineAnchor& anchor);
    void showAligned();
    void changed();
    void chosen();
    void pickAndReveal(const std::optional<TimelinePick>& next);
    void showIn(std::size_t run, const TimelineWindow& window);
    void showAround(const TimelineMoment& moment);

    TimelineScene m_scene;
    TimelineSelection m_selection;
    TimelineFrame m_frame;
    TimelinePointer m_pointer;
    int m_needed = 200;
    int m_room = 0; ///< that the page has for it
    double m_stretch = 1; ///< of the rows, to fill it
};

} // namespace ui
