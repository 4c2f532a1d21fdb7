// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_gestures.h"

#include "ui/pages/timeline/canvas/timeline_canvas.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

constexpr double wheelNotch = 120;
constexpr double wheelShare = 0.1; ///< of what is seen, for a notch

TimelineGestures::TimelineGestures(TimelineCanvas& canvas)
    : QObject(&canvas)
    , m_canvas(canvas)
{
    canvas.installEventFilter(this);
}

bool TimelineGestures::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Wheel:
        event->setAccepted(turn(static_cast<const QWheelEvent&>(*event)));
        return true;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        press(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::MouseMove:
        move(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::MouseButtonRelease:
        release(static_cast<const QMouseEvent&>(*event));
        return true;
    default:
        return QObject::eventFilter(watched, event);
    }
}

bool TimelineGestures::turn(const QWheelEvent& event)
{
    const auto turned = event.angleDelta();
    const double notches = turned.y() / wheelNotch;
    m_canvas.setPointer({.x = event.position().x(), .run = m_canvas.pointer().run});
    if (event.modifiers().testFlag(Qt::ControlModifier) && notches != 0)
        m_canvas.zoomBy(notches);
    else if (turned.x() != 0)
        m_canvas.panBy(-wheelShare * turned.x() / wheelNotch);
    else if (event.modifiers().testFlag(Qt::ShiftModifier) && notches != 0)
        m_canvas.panBy(-wheelShare * notches);
    else
        return false;
    return true;
}

void TimelineGestures::press(const QMouseEvent& event)
{
    m_from = event.position();
    m_moved = false;
    const auto& layout = m_canvas.layoutOfRows();
    if (event.button() == Qt::MiddleButton)
        m_drag = Drag::Pan;
    else if (event.button() == Qt::LeftButton)
        m_drag = layout.strip().contains(m_from.toPoint()) ? Drag::Strip : Drag::Range;
}

void TimelineGestures::move(const QMouseEvent& event)
{
    const auto below = m_canvas.layoutOfRows().runAt(event.position().toPoint());
    const auto run = m_canvas.pointer().run;
    m_canvas.setPointer(
        {.x = event.position().x(), .run = m_drag == Drag::None ? below.value_or(run) : run});
    const double by = event.position().x() - m_from.x();
    if (m_drag == Drag::None || (!m_moved && std::abs(by) < clickReach))
        return;
    m_moved = true;
    if (m_drag == Drag::Range)
        return dragRange();
    drag(by);
    m_from = event.position();
}

/// What it holds is told once the button is let go.
void TimelineGestures::dragRange()
{
    const double x = *m_canvas.pointer().x;
    const auto from = m_canvas.axisTimeAt(std::min(m_from.x(), x));
    const auto to = m_canvas.axisTimeAt(std::max(m_from.x(), x));
    m_canvas.outlineRange({from, std::max(to, from + 1)});
}

void TimelineGestures::drag(double by)
{
    const auto& camera = m_canvas.camera();
    const double whole = m_drag == Drag::Strip ? static_cast<double>(camera.bounds().length())
                                               : -static_cast<double>(camera.window().length());
    m_canvas.moveBy(std::llround(by * whole / m_canvas.layoutOfRows().ruler().width()));
}

void TimelineGestures::release(const QMouseEvent& event)
{
    const auto drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Range && m_moved)
        return m_canvas.selectRange(m_canvas.selection().range);
    if (m_moved || drag == Drag::Pan || drag == Drag::None)
        return;
    if (drag == Drag::Range)
        return m_canvas.pick(m_canvas.scene().pickAt(event.position().toPoint()));
    showOnStrip(event.position().x());
}

void TimelineGestures::showOnStrip(double x)
{
    const auto length = m_canvas.window().length();
    const auto from = timeOnStrip(m_canvas.layoutOfRows(), m_canvas.camera(), x) - length / 2;
    m_canvas.showWindow({from, from + length});
}

} // namespace ui
