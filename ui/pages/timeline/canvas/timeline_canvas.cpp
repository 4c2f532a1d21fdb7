// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_canvas.h"

#include "ui/figure/painted_document.h"
#include "ui/pages/timeline/canvas/timeline_table.h"
#include "ui/pages/timeline/canvas/timeline_tip.h"
#include "ui/theme/focus.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ui {

constexpr double zoomStep = 0.7;
constexpr std::int64_t momentsInCall = 6; ///< that are shown with what is around them
constexpr double pickRoom = 2; ///< around a picked event that is zoomed to, in its own length

TimelineCanvas::TimelineCanvas(const Theme& theme)
    : PaintedWidget(theme)
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
    m_frame.setLight(nullptr);
    m_selection = {};
    m_pointer.run = 0;
    arrange();
    auto kept = m_scene.axis.anchor();
    kept.call = typicalCall(m_scene.runs);
    m_scene.axis.setRuns(m_scene.runs, kept);
    anchor(kept);
    showAligned();
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
    m_stretch = m_scene.layout.stretchFor(m_room);
    if (m_stretch > 1)
        m_needed = m_scene.layout.place(m_scene.runs, width(), m_stretch);
    setFixedHeight(m_needed);
    updateGeometry();
}

void TimelineCanvas::setRoom(int height)
{
    if (m_room == height)
        return;
    m_room = height;
    arrange();
}

void TimelineCanvas::changed()
{
    update();
    Q_EMIT windowChanged();
}

void TimelineCanvas::chosen()
{
    update();
    Q_EMIT selectionChanged();
}

/// Bounds and origins follow from what runs are aligned by.
void TimelineCanvas::anchor(const TimelineAnchor& anchor)
{
    m_scene.axis.setAnchor(m_scene.runs, anchor);
    m_scene.heads = timelineHeads(m_scene.runs, anchor.call);
    m_selection.clearMoments();
    m_frame.forgetStrip();
}

void TimelineCanvas::setAlignment(TimelineAlignment alignment)
{
    anchor({.alignment = alignment, .call = call()});
    showAligned();
}

void TimelineCanvas::showAligned()
{
    if (alignment() == TimelineAlignment::Run)
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

void TimelineCanvas::setLight(std::shared_ptr<const TimelineLight> light)
{
    m_frame.setLight(std::move(light));
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

void TimelineCanvas::zoomBy(double steps)
{
    ownCamera().zoom(
        m_pointer.x ? axisTimeAt(*m_pointer.x) : window().middle(), std::pow(zoomStep, steps));
    changed();
}

void TimelineCanvas::panBy(double share)
{
    ownCamera().pan(share);
    changed();
}

void TimelineCanvas::moveBy(std::int64_t ns)
{
    ownCamera().moveBy(ns);
    changed();
}

void TimelineCanvas::goBack()
{
    if (ownCamera().back())
        changed();
}

void TimelineCanvas::goForward()
{
    if (ownCamera().forward())
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
    chosen();
}

void TimelineCanvas::selectRange(const std::optional<TimelineWindow>& range)
{
    m_selection.range = range;
    chosen();
}

void TimelineCanvas::outlineRange(const TimelineWindow& range)
{
    m_selection.range = range;
    update();
}

bool TimelineCanvas::clearSelection()
{
    if (!m_selection.clearOne())
        return false;
    chosen();
    return true;
}

/// Keeps the length of what is seen.
void TimelineCanvas::showAround(const TimelineMoment& moment)
{
    const auto length = m_scene.axis.camera(moment.run).window().length();
    const auto from = m_scene.axis.onAxis(moment.run, moment.time) - length / 2;
    showIn(moment.run, {from, from + length});
}

void TimelineCanvas::showPlace(std::size_t run, const profiler::TimeSpan& span)
{
    if (run >= m_scene.runs.size())
        return;
    const auto from = m_scene.axis.onAxis(run, span.begin);
    const auto to = m_scene.axis.onAxis(run, std::max(span.begin, span.end));
    const auto seen = m_scene.axis.camera(run).window().length();
    const auto room = to > from
        ? std::llround(pickRoom * static_cast<double>(to - from))
        : std::min(seen, m_scene.axis.windowOfCall(m_scene.runs).length() / momentsInCall) / 2;
    const auto least = std::max<std::int64_t>(TimelineCamera::narrowest, room);
    showIn(run, {from - least, to + least});
}

/// Moves the window where the event lies outside of it.
void TimelineCanvas::pickAndReveal(const std::optional<TimelinePick>& next)
{
    if (!next)
        return;
    const auto run = m_scene.rowOf(*next).run;
    const auto seen = m_scene.axis.seen(run);
    const auto begin = next->what.span.begin;
    if (begin < seen.begin || begin >= seen.end)
        showAround({.run = run, .time = begin});
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
    chosen();
}

void TimelineCanvas::selectMarks()
{
    if (const auto range = windowOfMarks(m_scene, m_selection))
        selectRange(range);
}

void TimelineCanvas::stepEvent(TimelineDirection direction)
{
    pickAndReveal(neighbour(m_scene, picked(), direction));
}

void TimelineCanvas::stepRow(TimelineDirection direction)
{
    pickAndReveal(picked() ? inNextRow(m_scene, *picked(), direction)
                           : neighbour(m_scene, picked(), direction));
}

void TimelineCanvas::setPointer(const TimelinePointer& pointer)
{
    m_pointer = pointer;
    update();
}

ChartTable TimelineCanvas::table() const
{
    return timelineTable(m_scene);
}

void TimelineCanvas::paint(QPainter& painter, const Tokens& tokens)
{
    painter.setRenderHint(QPainter::Antialiasing, false); // edges of boxes are whole pixels
    if (m_scene.runs.empty())
        return;
    m_frame.paint(painter, m_scene, m_selection, {.x = m_pointer.x, .run = activeRun()});
    if (showsFocus(*this)) {
        painter.setPen(QPen(tokens.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        m_scene.layout.place(m_scene.runs, width(), m_stretch);
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    setPointer({.run = m_pointer.run});
    QWidget::leaveEvent(event);
}

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(m_scene, help->pos()), this);
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

} // namespace ui
