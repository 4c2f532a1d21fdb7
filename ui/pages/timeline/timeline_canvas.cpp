// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_canvas.h"

#include "profiler/analysis/timeline_busy.h"
#include "profiler/report/format.h"
#include "ui/charts/chart_parts.h"
#include "ui/charts/painted_document.h"
#include "ui/models/text.h"
#include "ui/pages/timeline/timeline_painter.h"
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
constexpr std::int64_t leastIdleNs = 2'000; ///< shorter ones are the launch of the next kernel

QString durationText(std::int64_t ns)
{
    return qt(profiler::formatDuration(static_cast<double>(ns)));
}

} // namespace

TimelineCanvas::TimelineCanvas(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
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
    m_runs = std::move(runs);
    m_picked.reset();
    m_anchor.call = calls() / 2; // the first ones of a process are seldom like the rest
    arrange();
    anchor();
    showCallWhole();
    Q_EMIT pickChanged();
}

int TimelineCanvas::calls() const
{
    std::size_t most = 0;
    for (const auto& run : m_runs)
        most = std::max(most, run.calls.size());
    return static_cast<int>(most);
}

void TimelineCanvas::arrange()
{
    m_needed = m_layout.place(m_runs, width());
    setFixedHeight(m_needed);
    updateGeometry();
}

void TimelineCanvas::changed()
{
    update();
    Q_EMIT windowChanged();
}

/// Bounds and origins follow from what runs are aligned by.
void TimelineCanvas::anchor()
{
    m_origins.clear();
    m_heads.clear();
    for (const auto& run : m_runs) {
        m_origins.push_back(originOf(run, m_anchor));
        m_heads.push_back(timelineHead(run, m_anchor.call));
    }
    m_camera.setBounds(boundsOf(m_runs, m_origins));
    m_strip.reset();
}

std::int64_t TimelineCanvas::originOfRun(std::size_t run) const
{
    return m_origins.at(run);
}

void TimelineCanvas::setAlignment(TimelineAlignment alignment)
{
    m_anchor.alignment = alignment;
    anchor();
    if (alignment == TimelineAlignment::Run)
        showAll();
    else
        showCallWhole();
}

void TimelineCanvas::alignByModule(const std::string& module)
{
    const auto length = m_camera.window().length();
    m_anchor = {.alignment = TimelineAlignment::Module, .call = m_anchor.call, .module = module};
    anchor();
    showWindow({-length / 10, length - length / 10}); // its begin near the left edge
}

void TimelineCanvas::setGapsShown(bool shown)
{
    m_gaps = shown;
    update();
}

void TimelineCanvas::showCall(int call)
{
    if (call < 0 || call >= calls() || call == m_anchor.call)
        return;
    const auto window = m_camera.window();
    m_anchor.call = call;
    anchor();
    showWindow(window);
    Q_EMIT callChanged(call);
}

std::int64_t TimelineCanvas::centre() const
{
    const auto& window = m_camera.window();
    return window.from + window.length() / 2;
}

void TimelineCanvas::showWindow(const TimelineWindow& window)
{
    m_camera.show(window);
    changed();
}

void TimelineCanvas::zoomBy(double factor)
{
    const auto at = m_cursor ? m_layout.timeAt(*m_cursor, m_camera.window()) : centre();
    m_camera.zoom(at, factor);
    changed();
}

void TimelineCanvas::panBy(double share)
{
    m_camera.pan(share);
    changed();
}

void TimelineCanvas::zoomToPick()
{
    if (!m_picked)
        return;
    const auto& placed = m_layout.rows().at(m_picked->row);
    const auto origin = originOfRun(placed.run);
    const auto& span = m_picked->what.span;
    const auto room = std::max<std::int64_t>(TimelineCamera::narrowest,
        std::llround(pickRoom * static_cast<double>(span.end - span.begin)));
    showWindow({span.begin - origin - room, span.end - origin + room});
}

void TimelineCanvas::showAll()
{
    showWindow(m_camera.bounds());
}

void TimelineCanvas::showCallWhole()
{
    showWindow(windowOfCall(m_runs, m_anchor.call));
}

void TimelineCanvas::goBack()
{
    if (m_camera.back())
        changed();
}

void TimelineCanvas::goForward()
{
    if (m_camera.forward())
        changed();
}

void TimelineCanvas::pick(std::optional<TimelinePick> pick)
{
    m_picked = pick;
    update();
    Q_EMIT pickChanged();
}

/// Moves the window where the event lies outside of it.
void TimelineCanvas::reveal(const TimelinePick& pick)
{
    const auto origin = originOfRun(m_layout.rows().at(pick.row).run);
    const auto& window = m_camera.window();
    const auto from = pick.what.span.begin - origin;
    if (from >= window.from && from < window.to)
        return;
    const auto half = window.length() / 2;
    showWindow({from - half, from - half + window.length()});
}

void TimelineCanvas::stepEvent(int by)
{
    const auto& rows = m_layout.rows();
    std::size_t row = m_picked ? m_picked->row : 0;
    while (row < rows.size() && rows[row].row.lane == nullptr)
        ++row;
    if (row == rows.size())
        return;
    const auto& lane = *rows[row].row.lane;
    const auto begun = lane.begunBefore(m_camera.window().from + originOfRun(rows[row].run));
    const auto event
        = static_cast<std::ptrdiff_t>(m_picked ? m_picked->event : begun) + (m_picked ? by : 0);
    if (event < 0 || event >= static_cast<std::ptrdiff_t>(lane.size()))
        return;
    const auto index = static_cast<std::size_t>(event);
    TimelinePick next {.row = row, .event = index, .what = lane.event(index)};
    reveal(next);
    pick(next);
}

/// To the event of the next line that is nearest in time.
void TimelineCanvas::stepRow(int by)
{
    const auto& rows = m_layout.rows();
    if (!m_picked)
        return stepEvent(0);
    const auto time = m_picked->what.span.begin - originOfRun(rows.at(m_picked->row).run);
    for (auto row = static_cast<std::ptrdiff_t>(m_picked->row) + by;
         row >= 0 && row < static_cast<std::ptrdiff_t>(rows.size()); row += by) {
        const auto& placed = rows[static_cast<std::size_t>(row)];
        if (placed.row.lane == nullptr || placed.row.lane->isEmpty())
            continue;
        const auto& lane = *placed.row.lane;
        const auto at = time + originOfRun(placed.run);
        const auto index
            = lane.eventAt(at).value_or(std::min(lane.begunBefore(at), lane.size() - 1));
        TimelinePick next {
            .row = static_cast<std::size_t>(row), .event = index, .what = lane.event(index)};
        reveal(next);
        return pick(next);
    }
}

/// Through all runs by time from the picked event on, else from the left edge.
bool TimelineCanvas::find(const QString& text, TimelineCommand direction)
{
    const bool next = direction == TimelineCommand::NextEvent;
    const auto& rows = m_layout.rows();
    auto from = m_camera.window().from;
    if (m_picked)
        from = m_picked->what.span.begin - originOfRun(rows.at(m_picked->row).run);
    std::vector<std::vector<bool>> matches; // of each run
    for (const auto& run : m_runs)
        matches.push_back(run.tracks == nullptr ? std::vector<bool> {}
                                                : run.tracks->names.matching(text.toStdString()));
    std::optional<TimelinePick> nearest;
    std::int64_t best = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto found
            = matchIn(rows[row], matches[rows[row].run], from + originOfRun(rows[row].run), next);
        if (!found)
            continue;
        const auto time = found->what.span.begin - originOfRun(rows[row].run);
        if (nearest && (next ? time >= best : time <= best))
            continue;
        best = time;
        nearest = TimelinePick {.row = row, .event = found->event, .what = found->what};
    }
    if (!nearest)
        return false;
    reveal(*nearest);
    pick(nearest);
    return true;
}

/// Of one line; rows without names hold nothing to find.
std::optional<TimelinePick> TimelineCanvas::matchIn(
    const PlacedRow& placed, const std::vector<bool>& matches, std::int64_t time, bool next)
{
    const bool named = placed.row.kind != TimelineRowKind::Copies
        && placed.row.kind != TimelineRowKind::Calls && placed.row.lane != nullptr;
    if (!named)
        return std::nullopt;
    const auto& lane = *placed.row.lane;
    const auto begun = lane.begunBefore(time);
    if (next) {
        for (auto i = begun; i < lane.size(); ++i)
            if (const auto event = lane.event(i); event.span.begin > time && matches[event.name])
                return TimelinePick {.event = i, .what = event};
    } else {
        for (auto i = begun; i > 0; --i)
            if (const auto event = lane.event(i - 1); matches[event.name])
                return TimelinePick {.event = i - 1, .what = event};
    }
    return std::nullopt;
}

/// Of the run whose line is picked, else of the last one.
void TimelineCanvas::nextIdleTime()
{
    if (m_runs.empty())
        return;
    const auto run = m_picked ? m_layout.rows().at(m_picked->row).run : m_runs.size() - 1;
    if (m_runs[run].tracks == nullptr)
        return;
    const auto origin = originOfRun(run);
    const auto idle
        = profiler::nextIdleTime(m_runs[run].tracks->device, origin + centre(), leastIdleNs);
    if (!idle)
        return;
    const auto middle = idle->span.begin + (idle->span.end - idle->span.begin) / 2 - origin;
    const auto length = m_camera.window().length();
    showWindow({middle - length / 2, middle - length / 2 + length});
}

std::optional<TimelinePick> TimelineCanvas::pickAt(const QPoint& point) const
{
    const auto row = m_layout.rowAt(point);
    if (!row)
        return std::nullopt;
    const auto& placed = m_layout.rows()[*row];
    if (placed.row.lane == nullptr)
        return std::nullopt;
    const auto time = m_layout.timeAt(point.x() + 0.5, m_camera.window());
    const auto index = placed.row.lane->eventAt(time + originOfRun(placed.run));
    if (!index)
        return std::nullopt;
    return TimelinePick {.row = *row, .event = *index, .what = placed.row.lane->event(*index)};
}

/// Of one event where it can be told from its neighbours, else of the pixel's.
QString TimelineCanvas::tipAt(const QPoint& point) const
{
    const auto row = m_layout.rowAt(point);
    if (!row)
        return {};
    const auto& placed = m_layout.rows()[*row];
    const auto& run = m_runs[placed.run];
    const auto origin = originOfRun(placed.run);
    const auto& window = m_camera.window();
    const profiler::TimeSpan pixel {origin + m_layout.timeAt(point.x(), window),
        origin + m_layout.timeAt(point.x() + 1, window)};
    if (placed.row.lane == nullptr)
        return qt(profiler::busyWords(run.tracks->device.totals(pixel)));
    const auto totals = placed.row.lane->totals(pixel);
    if (totals.events > 1)
        return qt(profiler::columnWords(placed.row.kind, totals, pixel.end - pixel.begin));
    const auto pick = pickAt(point);
    if (!pick)
        return {};
    return wholeEventName(run, placed.row.kind, pick->what) + QLatin1Char('\n')
        + durationText(pick->what.span.end - pick->what.span.begin);
}

ChartTable TimelineCanvas::table() const
{
    constexpr double nsPerUs = 1e3;
    constexpr std::size_t mostOfLine = 200;
    ChartTable all {.title = tr("Timeline"),
        .columns = {tr("variant"), tr("line"), tr("event"), tr("start, µs"), tr("duration, µs")}};
    const auto& window = m_camera.window();
    QString title;
    for (const auto& placed : m_layout.rows()) {
        if (!placed.row.title.empty())
            title = qt(placed.row.title);
        if (placed.row.lane == nullptr)
            continue;
        const auto& run = m_runs[placed.run];
        const auto origin = originOfRun(placed.run);
        const profiler::TimeSpan seen {origin + window.from, origin + window.to};
        const auto atLeast = static_cast<std::int64_t>(widthOfOneEvent
            * static_cast<double>(window.length()) / std::max(1, placed.box.width()));
        const auto found = placed.row.lane->eventsIn(seen, atLeast, mostOfLine);
        for (const auto& [index, event] : found.events)
            all.rows.push_back({run.name, title, wholeEventName(run, placed.row.kind, event),
                static_cast<double>(event.span.begin - origin) / nsPerUs,
                static_cast<double>(event.span.end - event.span.begin) / nsPerUs});
        const auto rest
            = placed.row.lane->totals(seen).events - static_cast<std::int64_t>(found.events.size());
        if (rest > 0)
            all.rows.push_back({run.name, title,
                tr("%1 others, too narrow to be told apart").arg(qt(profiler::formatCount(rest))),
                QVariant(), QVariant()});
    }
    return all;
}

void TimelineCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    TimelinePainter lines(painter, m_theme, m_layout, m_camera.window(), m_labels);
    paintStrip(painter);
    lines.paintRuler();
    for (const auto& head : m_layout.heads())
        paintHead(painter, head);
    painter.save();
    painter.setClipRect(m_layout.plot());
    paintRows(lines);
    paintPick(painter);
    if (m_cursor && *m_cursor >= m_layout.plot().left()) {
        painter.setPen(QPen(m_theme.tokens().muted, 1, Qt::DotLine));
        painter.drawLine(QPointF(*m_cursor, m_layout.ruler().top()), QPointF(*m_cursor, height()));
    }
    painter.restore();
    paintTitles(painter);
}

void TimelineCanvas::paintRows(TimelinePainter& lines) const
{
    std::vector<profiler::StateTimes> device;
    std::optional<std::size_t> run; // that the device is of
    for (const auto& placed : m_layout.rows()) {
        const auto& shown = m_runs[placed.run];
        const auto origin = originOfRun(placed.run);
        const bool onDevice = placed.row.kind == TimelineRowKind::Kernels
            || placed.row.kind == TimelineRowKind::Busy;
        if (onDevice && run != placed.run) {
            device = lines.device(shown, origin);
            if (m_gaps)
                lines.paintGaps(placed.box, device);
            run = placed.run;
        }
        if (placed.row.kind == TimelineRowKind::Busy)
            lines.paintBusy(placed.box, shown, device);
        else
            lines.paintLane(placed, shown, origin);
    }
}

void TimelineCanvas::paintHead(QPainter& painter, const PlacedHead& head) const
{
    const Tokens& tokens = m_theme.tokens();
    const auto& run = m_runs[head.run];
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.raised);
    painter.drawRoundedRect(head.box, 4, 4);
    drawVariantName(painter, tokens, m_theme.variant(run.variant),
        QRectF(head.box)
            .adjusted(8, 0, 0, 0)
            .intersected(QRectF(0, head.box.top(), 220, head.box.height())),
        run.name, Emphasis::Focused);
    const auto& words = m_heads.at(head.run);
    drawLabel(painter, QRectF(head.box).adjusted(228, 0, -10, 0), Qt::AlignLeft | Qt::AlignVCenter,
        uiFont(type::caption, QFont::DemiBold), tokens.text,
        words.duration.isEmpty() ? QString()
                                 : tr("call %1 · %2").arg(m_anchor.call + 1).arg(words.duration));
    drawLabel(painter, QRectF(head.box).adjusted(228, 0, -10, 0), Qt::AlignRight | Qt::AlignVCenter,
        uiFont(type::caption), tokens.muted, words.figures);
}

void TimelineCanvas::paintTitles(QPainter& painter) const
{
    for (const auto& placed : m_layout.rows())
        drawLabel(painter,
            QRectF(14, placed.box.top(), TimelineLayout::titleWidth - 18, placed.box.height()),
            Qt::AlignLeft | Qt::AlignVCenter, uiFont(type::caption), m_theme.tokens().muted,
            qt(placed.row.title));
}

/// The same in every frame until runs, alignment, size or colours change.
const QPixmap& TimelineCanvas::stripPicture() const
{
    const QRect box = m_layout.strip();
    const qreal ratio = devicePixelRatioF();
    const StripKey key {box.size(), m_camera.bounds(), &m_theme.tokens(), ratio};
    if (m_strip && m_stripKey == key)
        return *m_strip;
    m_stripKey = key;
    m_strip.emplace(box.size() * ratio);
    m_strip->setDevicePixelRatio(ratio);
    m_strip->fill(Qt::transparent);
    QPainter painter(&*m_strip);
    painter.translate(-box.topLeft());
    TimelinePainter lines(painter, m_theme, m_layout, m_camera.window(), m_labels);
    for (std::size_t run = 0; run < m_runs.size(); ++run)
        if (m_runs[run].tracks != nullptr)
            lines.paintStrip(
                m_layout.stripOf(run), m_runs[run], m_camera.bounds(), originOfRun(run));
    return *m_strip;
}

void TimelineCanvas::paintStrip(QPainter& painter) const
{
    const Tokens& tokens = m_theme.tokens();
    const auto& bounds = m_camera.bounds();
    drawLabel(painter, QRectF(0, m_layout.strip().top(), TimelineLayout::titleWidth, 15),
        Qt::AlignLeft | Qt::AlignVCenter, uiFont(type::caption, QFont::DemiBold), tokens.text,
        tr("Whole run"));
    painter.drawPixmap(m_layout.strip().topLeft(), stripPicture());
    const QRect strip = m_layout.strip();
    const auto& window = m_camera.window();
    const auto xOf = [&](std::int64_t time) {
        return strip.left()
            + static_cast<double>(time - bounds.from) * strip.width()
            / static_cast<double>(bounds.length());
    };
    const double left = xOf(window.from);
    const QRectF box(
        left, strip.top() - 2, std::max(3.0, xOf(window.to) - left), strip.height() + 2);
    painter.setPen(QPen(tokens.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
}

void TimelineCanvas::paintPick(QPainter& painter) const
{
    if (!m_picked)
        return;
    const auto& placed = m_layout.rows().at(m_picked->row);
    const auto origin = originOfRun(placed.run);
    const double left = m_layout.xOf(m_picked->what.span.begin - origin, m_camera.window());
    const double right = m_layout.xOf(m_picked->what.span.end - origin, m_camera.window());
    painter.setPen(QPen(m_theme.tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(
        left - 1, placed.box.top() - 1, std::max(3.0, right - left) + 1, placed.box.height() + 2));
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        m_layout.place(m_runs, width());
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / wheelNotch;
    if (notches == 0 || !event->modifiers().testFlag(Qt::ControlModifier)) {
        event->ignore(); // the page scrolls
        return;
    }
    m_cursor = event->position().x();
    zoomBy(std::pow(zoomStep, notches));
    event->accept();
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    m_dragFrom = event->position();
    m_moved = false;
    const bool strip = m_layout.strip().contains(event->position().toPoint());
    m_drag = strip ? Drag::Strip : Drag::Pan;
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_cursor = event->position().x();
    const double by = event->position().x() - m_dragFrom.x();
    if (m_drag == Drag::None || (!m_moved && std::abs(by) < clickReach)) {
        update();
        return;
    }
    m_moved = true;
    const auto& window = m_camera.window();
    const double whole = m_drag == Drag::Strip ? static_cast<double>(m_camera.bounds().length())
                                               : -static_cast<double>(window.length());
    m_camera.moveBy(std::llround(by * whole / m_layout.ruler().width()));
    m_dragFrom = event->position();
    changed();
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_moved && m_drag == Drag::Pan)
        pick(pickAt(event->position().toPoint()));
    m_drag = Drag::None;
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    m_cursor.reset();
    update();
    QWidget::leaveEvent(event);
}

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
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
    else if (event->key() == Qt::Key_Escape && m_picked)
        pick(std::nullopt);
    else
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
        return zoomToPick();
    case TimelineCommand::WholeRun:
        return showAll();
    case TimelineCommand::Back:
        return goBack();
    case TimelineCommand::Forward:
        return goForward();
    case TimelineCommand::PreviousCall:
        return showCall(m_anchor.call - 1);
    case TimelineCommand::NextCall:
        return showCall(m_anchor.call + 1);
    case TimelineCommand::NextIdle:
        return nextIdleTime();
    case TimelineCommand::PreviousEvent:
        return stepEvent(-1);
    case TimelineCommand::NextEvent:
        return stepEvent(1);
    case TimelineCommand::RowAbove:
        return stepRow(-1);
    case TimelineCommand::RowBelow:
        return stepRow(1);
    }
}

} // namespace ui
