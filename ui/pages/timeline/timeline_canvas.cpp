// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_canvas.h"

#include "ui/charts/chart_parts.h"
#include "ui/charts/painted_document.h"
#include "ui/models/text.h"
#include "ui/pages/timeline/timeline_painter.h"
#include "ui/pages/timeline/timeline_table.h"
#include "ui/pages/timeline/timeline_tip.h"
#include "ui/parts/focus.h"
#include "ui/theme/fonts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double zoomStep = 0.7;
constexpr double panStep = 0.2;
constexpr double farSteps = 5;
constexpr double wheelNotch = 120;
constexpr double clickReach = 4; ///< px; more is a drag
constexpr double pickRoom = 2; ///< around a picked event that is zoomed to, in its own length
constexpr double wheelShare = 0.1; ///< of what is seen, for a notch

/// Names have angle brackets of their own.
QString plainTip(const QString& text)
{
    return text.isEmpty()
        ? text
        : u"<qt>"_qs + text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

} // namespace

TimelineCanvas::TimelineCanvas(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_frame(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { update(); });
    new PaintedDocument(theme, *this,
        {.title = tr("Timeline"), .table = [this] { return table(); }, .width = 1200});
}

void TimelineCanvas::setRuns(std::vector<TimelineRun> runs)
{
    m_scene.runs = std::move(runs);
    m_selection = {};
    m_pointer.run = 0;
    arrange();
    auto kept = m_scene.axis.anchor();
    kept.call = middleCall(m_scene.runs);
    m_scene.axis.setRuns(m_scene.runs, kept);
    anchor(kept);
    if (kept.alignment == TimelineAlignment::Run)
        showAll();
    else
        showCallWhole();
    Q_EMIT selectionChanged();
}

/// Whose stretch of time is moved while runs are not linked.
std::size_t TimelineCanvas::activeRun() const
{
    if (m_pointer.x || !m_selection.pick)
        return m_pointer.run;
    return m_scene.rowOf(*m_selection.pick).run;
}

void TimelineCanvas::arrange()
{
    m_needed = m_scene.layout.place(m_scene.runs, width());
    setFixedHeight(m_needed);
    updateGeometry();
}

void TimelineCanvas::changed()
{
    update();
    Q_EMIT windowChanged();
}

/// Bounds and origins follow from what runs are aligned by.
void TimelineCanvas::anchor(const TimelineAnchor& anchor)
{
    m_scene.axis.setAnchor(m_scene.runs, anchor);
    m_scene.heads.clear();
    for (const auto& run : m_scene.runs)
        m_scene.heads.push_back(timelineHead(run, anchor.call));
    m_selection.clearMoments();
    m_frame.forgetStrip();
}

void TimelineCanvas::setAlignment(TimelineAlignment alignment)
{
    anchor({.alignment = alignment, .call = call()});
    if (alignment == TimelineAlignment::Run)
        showAll();
    else
        showCallWhole();
    Q_EMIT selectionChanged();
}

void TimelineCanvas::alignByModule(const std::string& module)
{
    const auto length = window().length();
    anchor({.alignment = TimelineAlignment::Module, .call = call(), .module = module});
    showWindow({-length / 10, length - length / 10}); // its begin near the left edge
    Q_EMIT selectionChanged();
}

void TimelineCanvas::setGapsShown(bool shown)
{
    m_frame.setGapsShown(shown);
    update();
}

void TimelineCanvas::setLit(std::optional<WorkClass> lit)
{
    m_frame.setLit(lit);
    update();
}

void TimelineCanvas::setLinked(bool linked)
{
    if (linked == m_scene.axis.isLinked())
        return;
    m_scene.axis.setLinked(linked, activeRun());
    changed();
    Q_EMIT linkChanged(linked);
}

void TimelineCanvas::setFitted(bool fitted)
{
    m_scene.axis.setFitted(m_scene.runs, fitted);
    m_selection.clearMoments();
    m_frame.forgetStrip();
    showCallWhole();
    Q_EMIT selectionChanged();
}

void TimelineCanvas::showCall(int call)
{
    if (call < 0 || call >= mostCalls(m_scene.runs) || call == this->call())
        return;
    const auto shown = window();
    auto next = m_scene.axis.anchor();
    next.call = call;
    anchor(next);
    showWindow(shown);
    Q_EMIT callChanged(call);
}

std::int64_t TimelineCanvas::axisTimeAt(double x) const
{
    const auto run = activeRun();
    return run < m_scene.runs.size() ? m_scene.axis.onAxis(run, m_scene.timeAt(run, x)) : 0;
}

void TimelineCanvas::showWindow(const TimelineWindow& window)
{
    m_scene.axis.showAll(window);
    changed();
}

/// While runs are linked, in all.
void TimelineCanvas::showIn(std::size_t run, const TimelineWindow& window)
{
    m_scene.axis.camera(run).show(window);
    changed();
}

void TimelineCanvas::zoomBy(double factor)
{
    camera().zoom(m_pointer.x ? axisTimeAt(*m_pointer.x) : window().middle(), factor);
    changed();
}

void TimelineCanvas::panBy(double share)
{
    camera().pan(share);
    changed();
}

void TimelineCanvas::zoomToSelection()
{
    if (m_selection.range)
        return showWindow(*m_selection.range);
    if (!m_selection.pick)
        return;
    const auto event = m_scene.windowOf(*m_selection.pick);
    const auto room = std::max<std::int64_t>(
        TimelineCamera::narrowest, std::llround(pickRoom * static_cast<double>(event.length())));
    showIn(m_scene.rowOf(*m_selection.pick).run, {event.from - room, event.to + room});
}

void TimelineCanvas::showAll()
{
    showWindow(camera().bounds());
}

void TimelineCanvas::showCallWhole()
{
    showWindow(m_scene.axis.windowOfCall(m_scene.runs));
}

void TimelineCanvas::pick(std::optional<TimelinePick> pick)
{
    m_selection.range.reset();
    m_selection.pick = pick;
    m_selection.otherEnd = pick ? otherEndOf(m_scene, *pick) : std::nullopt;
    setAccessibleDescription(pick ? wordsOf(m_scene, *pick) : QString());
    update();
    Q_EMIT selectionChanged();
}

void TimelineCanvas::selectRange(std::optional<TimelineWindow> range)
{
    m_selection.range = range;
    update();
    Q_EMIT selectionChanged();
}

bool TimelineCanvas::clearSelection()
{
    if (!m_selection.clearOne())
        return false;
    update();
    Q_EMIT selectionChanged();
    return true;
}

/// Keeps the length of what is seen.
void TimelineCanvas::showAround(const TimelineMoment& moment)
{
    const auto length = m_scene.axis.camera(moment.run).window().length();
    const auto from = m_scene.axis.onAxis(moment.run, moment.time) - length / 2;
    showIn(moment.run, {from, from + length});
}

/// Moves the window where the event lies outside of it.
void TimelineCanvas::reveal(const TimelinePick& pick)
{
    const auto run = m_scene.rowOf(pick).run;
    const auto seen = m_scene.axis.seen(run);
    const auto begin = pick.what.span.begin;
    if (begin < seen.begin || begin >= seen.end)
        showAround({.run = run, .time = begin});
}

void TimelineCanvas::pickAndReveal(const std::optional<TimelinePick>& next)
{
    if (!next)
        return;
    reveal(*next);
    pick(next);
}

bool TimelineCanvas::find(const QString& text, TimelineDirection direction)
{
    const auto found = nextNamed(m_scene, m_selection.pick, text, direction);
    pickAndReveal(found);
    return found.has_value();
}

/// Of the run whose line is picked, else of the last one.
void TimelineCanvas::toNextIdleTime()
{
    if (m_scene.runs.empty())
        return;
    const auto run
        = m_selection.pick ? m_scene.rowOf(*m_selection.pick).run : m_scene.runs.size() - 1;
    if (const auto idle = nextIdleTime(m_scene, run))
        showAround(*idle);
}

void TimelineCanvas::toNextBreak()
{
    if (const auto next = nextBreak(m_scene))
        showAround(*next);
}

/// At the pointer, else where the picked event begins.
void TimelineCanvas::mark()
{
    if (m_scene.runs.empty())
        return;
    auto at = window().middle();
    if (m_pointer.x)
        at = axisTimeAt(*m_pointer.x);
    else if (m_selection.pick)
        at = m_scene.windowOf(*m_selection.pick).from;
    m_selection.toggleMark(at,
        static_cast<std::int64_t>(
            clickReach * static_cast<double>(window().length()) / m_scene.layout.ruler().width()));
    update();
    Q_EMIT selectionChanged();
}

void TimelineCanvas::rangeOfMarks()
{
    if (const auto range = windowOfMarks(m_scene, m_selection))
        selectRange(range);
}

void TimelineCanvas::stepRow(TimelineDirection direction)
{
    pickAndReveal(picked() ? inNextRow(m_scene, *picked(), direction)
                           : neighbour(m_scene, picked(), direction));
}

ChartTable TimelineCanvas::table() const
{
    return timelineTable(m_scene);
}

void TimelineCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    if (m_scene.runs.empty())
        return;
    m_frame.paint(painter, m_scene, m_selection, {.x = m_pointer.x, .run = activeRun()});
    if (showsFocus(*this)) {
        painter.setPen(QPen(m_theme.tokens().accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        m_scene.layout.place(m_scene.runs, width());
}

/// With Ctrl to zoom, sideways or with Shift to move; else the page scrolls.
void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    const auto turned = event->angleDelta();
    const double notches = turned.y() / wheelNotch;
    m_pointer.x = event->position().x();
    if (event->modifiers().testFlag(Qt::ControlModifier) && notches != 0)
        zoomBy(std::pow(zoomStep, notches));
    else if (turned.x() != 0)
        panBy(-wheelShare * turned.x() / wheelNotch);
    else if (event->modifiers().testFlag(Qt::ShiftModifier) && notches != 0)
        panBy(-wheelShare * notches);
    else
        return event->ignore();
    event->accept();
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    m_dragFrom = event->position();
    m_moved = false;
    const bool strip = m_scene.layout.strip().contains(event->position().toPoint());
    if (event->button() == Qt::MiddleButton)
        m_drag = Drag::Pan;
    else if (event->button() == Qt::LeftButton)
        m_drag = strip ? Drag::Strip : Drag::Range;
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer.x = event->position().x();
    if (const auto run = m_scene.layout.runAt(event->position().toPoint());
        run && m_drag == Drag::None)
        m_pointer.run = *run;
    const double by = event->position().x() - m_dragFrom.x();
    if (m_drag == Drag::None || (!m_moved && std::abs(by) < clickReach)) {
        update();
        return;
    }
    m_moved = true;
    if (m_drag == Drag::Range) {
        const auto from = axisTimeAt(std::min(m_dragFrom.x(), *m_pointer.x));
        const auto to = axisTimeAt(std::max(m_dragFrom.x(), *m_pointer.x));
        m_selection.range = TimelineWindow {from, std::max(to, from + 1)};
        update(); // what it holds is told once the button is let go
        return;
    }
    const double whole = m_drag == Drag::Strip ? static_cast<double>(camera().bounds().length())
                                               : -static_cast<double>(window().length());
    camera().moveBy(std::llround(by * whole / m_scene.layout.ruler().width()));
    m_dragFrom = event->position();
    changed();
}

/// A click picks an event; on the strip it moves the window there.
void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const auto drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Range && m_moved)
        return selectRange(m_selection.range);
    if (m_moved || drag == Drag::Pan || drag == Drag::None)
        return;
    if (drag == Drag::Range)
        return pick(m_scene.pickAt(event->position().toPoint()));
    const auto middle = timeOnStrip(m_scene.layout, camera(), event->position().x());
    showWindow(
        {middle - window().length() / 2, middle - window().length() / 2 + window().length()});
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    m_pointer.x.reset();
    update();
    QWidget::leaveEvent(event);
}

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), plainTip(tipAt(m_scene, help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    const QKeySequence key(QKeyCombination(
        event->modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(event->key())));
    const auto& commands = timelineCommands();
    const auto found = std::ranges::find(commands, key, &TimelineCommandSpec::key);
    if (found != commands.end())
        run(found->command);
    else if (event->key() != Qt::Key_Escape || !clearSelection())
        QWidget::keyPressEvent(event);
}

void TimelineCanvas::run(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::ZoomIn:
        return zoomBy(zoomStep);
    case TimelineCommand::ZoomOut:
        return zoomBy(1 / zoomStep);
    case TimelineCommand::ZoomInFar:
        return zoomBy(std::pow(zoomStep, farSteps));
    case TimelineCommand::ZoomOutFar:
        return zoomBy(std::pow(zoomStep, -farSteps));
    case TimelineCommand::Earlier:
        return panBy(-panStep);
    case TimelineCommand::Later:
        return panBy(panStep);
    case TimelineCommand::FarEarlier:
        return panBy(-panStep * farSteps);
    case TimelineCommand::FarLater:
        return panBy(panStep * farSteps);
    case TimelineCommand::ToSelection:
        return zoomToSelection();
    case TimelineCommand::WholeRun:
        return showAll();
    case TimelineCommand::Back:
        return camera().back() ? changed() : void();
    case TimelineCommand::Forward:
        return camera().forward() ? changed() : void();
    case TimelineCommand::PreviousCall:
        return showCall(call() - 1);
    case TimelineCommand::NextCall:
        return showCall(call() + 1);
    case TimelineCommand::NextIdle:
        return toNextIdleTime();
    case TimelineCommand::NextBreak:
        return toNextBreak();
    case TimelineCommand::Mark:
        return mark();
    case TimelineCommand::MarkRange:
        return rangeOfMarks();
    case TimelineCommand::Link:
        return setLinked(!m_scene.axis.isLinked());
    case TimelineCommand::PreviousEvent:
        return pickAndReveal(neighbour(m_scene, picked(), TimelineDirection::Earlier));
    case TimelineCommand::NextEvent:
        return pickAndReveal(neighbour(m_scene, picked(), TimelineDirection::Later));
    case TimelineCommand::RowAbove:
        return stepRow(TimelineDirection::Earlier);
    case TimelineCommand::RowBelow:
        return stepRow(TimelineDirection::Later);
    }
}

} // namespace ui
