// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>

class QMouseEvent;
class QWheelEvent;

namespace ui {

class TimelineCanvas;

/// What mouse and wheel ask of a timeline: a click picks an event, a drag selects a range; with the
/// middle button or on the strip it moves what is seen.
class TimelineGestures : public QObject {
    Q_OBJECT

public:
    /// Belongs to the canvas, and sees its events before it does.
    explicit TimelineGestures(TimelineCanvas& canvas);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// With Ctrl to zoom, sideways or with Shift to move; false: neither, the page scrolls.
    bool turn(const QWheelEvent& event);
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);

    enum class Drag { None, Pan, Range, Strip };

    void drag(double by);
    void dragRange();
    void showOnStrip(double x);

    TimelineCanvas& m_canvas;
    Drag m_drag = Drag::None;
    QPointF m_from;
    bool m_moved = false;
};

} // namespace ui
