// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/timeline_layout.h"
#include "ui/theme/theme.h"

#include <QPointF>
#include <QWidget>

#include <optional>
#include <vector>

namespace ui {

/// One event of one line.
struct TimelinePick {
    std::size_t row = 0; ///< of the layout
    std::size_t event = 0; ///< of its lane
    profiler::TimelineEvent what;
};

/// Runs below each other on one axis of time: zoomed, panned and searched together. Everything can
/// be done with the keys that the sheet of shortcuts names.
class TimelineCanvas : public QWidget {
    Q_OBJECT

public:
    explicit TimelineCanvas(const Theme& theme, QWidget* parent = nullptr);

    void setRuns(std::vector<TimelineRun> runs);

    [[nodiscard]] const std::vector<TimelineRun>& runs() const { return m_runs; }

    [[nodiscard]] const TimelineLayout& layoutOfRows() const { return m_layout; }

    [[nodiscard]] const TimelineWindow& window() const { return m_camera.window(); }

    [[nodiscard]] int call() const { return m_call; }

    [[nodiscard]] TimelineAlignment alignment() const { return m_alignment; }

    [[nodiscard]] const std::optional<TimelinePick>& picked() const { return m_picked; }

    /// In ns of the run's own clock.
    [[nodiscard]] std::int64_t originOfRun(std::size_t run) const;

    void setAlignment(TimelineAlignment alignment);
    void setGapsShown(bool shown);
    void showCall(int call);

    void zoomBy(double factor);
    void panBy(double share);
    void zoomToPick();
    void showAll();
    void showCallWhole();
    void goBack();
    void goForward();
    /// Of the line that is picked, else of the first; brings it into view.
    void stepEvent(int by);
    void stepRow(int by);
    void nextIdleTime();
    void pick(std::optional<TimelinePick> pick);

    [[nodiscard]] QSize sizeHint() const override { return {900, m_needed}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, m_needed}; }

Q_SIGNALS:
    void pickChanged();
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
    enum class Drag { None, Pan, Strip };

    void arrange();
    void changed();
    void reveal(const TimelinePick& pick);
    [[nodiscard]] std::optional<TimelinePick> pickAt(const QPoint& point) const;
    [[nodiscard]] QString tipAt(const QPoint& point) const;
    [[nodiscard]] std::int64_t centre() const;
    bool runKey(const QKeyEvent& event);
    void paintHead(QPainter& painter, const PlacedHead& head) const;
    void paintTitles(QPainter& painter) const;
    void paintStrip(QPainter& painter) const;
    void paintPick(QPainter& painter) const;

    const Theme& m_theme;
    std::vector<TimelineRun> m_runs;
    TimelineLayout m_layout;
    TimelineCamera m_camera;
    TimelineAlignment m_alignment = TimelineAlignment::Call;
    int m_call = 0;
    bool m_gaps = true;
    int m_needed = 200;
    std::optional<TimelinePick> m_picked;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    bool m_moved = false;
    std::optional<double> m_cursor; ///< x of the pointer
};

} // namespace ui
