// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/pages/timeline/timeline_commands.h"
#include "ui/pages/timeline/timeline_labels.h"
#include "ui/pages/timeline/timeline_layout.h"
#include "ui/theme/theme.h"

#include <QPixmap>
#include <QPointF>
#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace ui {

class TimelinePainter;

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

    [[nodiscard]] int call() const { return m_anchor.call; }

    /// What the head of a run says of that call.
    [[nodiscard]] const TimelineHead& headOf(std::size_t run) const { return m_heads.at(run); }

    [[nodiscard]] TimelineAlignment alignment() const { return m_anchor.alignment; }

    [[nodiscard]] const std::optional<TimelinePick>& picked() const { return m_picked; }

    /// In ns of the run's own clock.
    [[nodiscard]] std::int64_t originOfRun(std::size_t run) const;

    void setAlignment(TimelineAlignment alignment);
    /// Where the module runs first in the call, all runs are laid over each other.
    void alignByModule(const std::string& module);
    /// To the next event whose name holds the text, or the one before; false: there is none.
    bool find(const QString& text, TimelineCommand direction);
    void setGapsShown(bool shown);
    void showCall(int call);

    /// In ns from where runs are aligned.
    void showWindow(const TimelineWindow& window);
    void zoomBy(double factor);
    void panBy(double share);
    void run(TimelineCommand command);
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

    /// What is seen, as far as it can be told apart: line by line the events that are drawn by
    /// themselves, and how many lie between them.
    [[nodiscard]] ChartTable table() const;

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

    struct StripKey {
        QSize size;
        TimelineWindow bounds;
        const Tokens* tokens = nullptr;
        qreal ratio = 1;

        bool operator==(const StripKey&) const = default;
    };

    void arrange();
    void anchor();
    void changed();
    void reveal(const TimelinePick& pick);
    [[nodiscard]] std::optional<TimelinePick> pickAt(const QPoint& point) const;
    /// `matches` are the names that are looked for, by TimelineEvent::name.
    [[nodiscard]] static std::optional<TimelinePick> matchIn(
        const PlacedRow& placed, const std::vector<bool>& matches, std::int64_t time, bool next);
    [[nodiscard]] int calls() const; ///< of the run that has most
    [[nodiscard]] QString tipAt(const QPoint& point) const;
    [[nodiscard]] std::int64_t centre() const;
    void paintHead(QPainter& painter, const PlacedHead& head) const;
    void paintTitles(QPainter& painter) const;
    void paintStrip(QPainter& painter) const;
    void paintRows(TimelinePainter& lines) const;
    [[nodiscard]] const QPixmap& stripPicture() const;
    void paintPick(QPainter& painter) const;

    const Theme& m_theme;
    std::vector<TimelineRun> m_runs;
    TimelineLayout m_layout;
    TimelineCamera m_camera;
    TimelineAnchor m_anchor;
    std::vector<std::int64_t> m_origins; ///< of each run
    std::vector<TimelineHead> m_heads;
    bool m_gaps = true;
    int m_needed = 200;
    std::optional<TimelinePick> m_picked;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    bool m_moved = false;
    std::optional<double> m_cursor; ///< x of the pointer
    mutable std::optional<QPixmap> m_strip;
    mutable StripKey m_stripKey;
    mutable TimelineLabels m_labels;
};

} // namespace ui
