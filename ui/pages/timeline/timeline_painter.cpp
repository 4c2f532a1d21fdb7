// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_painter.h"

#include "profiler/report/format.h"
#include "ui/charts/chart_parts.h"
#include "ui/charts/scale.h"
#include "ui/models/text.h"
#include "ui/models/time_unit.h"
#include "ui/parts/work_marks.h"
#include "ui/theme/fonts.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::LaneColumn;
using profiler::TimelineEvent;
using profiler::TimeSpan;

constexpr double widthOfName = 30; ///< from there on an event is named
constexpr int leastNameHeight = 15;
constexpr int leastLetters = 6; ///< of a longer name; fewer tell nothing
constexpr double widthOfGap = 5; ///< narrower idle times cannot show their pattern
constexpr double gapOpacity = 0.5; ///< kernels come first
constexpr double modulesOverPanel = 0.35;
constexpr double curveOverPanel = 0.3;
constexpr int rulerTicks = 10;

bool isModule(TimelineRowKind kind)
{
    return kind == TimelineRowKind::Modules || kind == TimelineRowKind::Compile;
}

/// The kind that takes most of a column.
std::uint8_t mainKind(const LaneColumn& column)
{
    return static_cast<std::uint8_t>(std::ranges::max_element(column.ns) - column.ns.begin());
}

double nsOf(const LaneColumn& column)
{
    double sum = 0;
    for (const auto ns : column.ns)
        sum += static_cast<double>(ns);
    return sum;
}

} // namespace

TimelinePainter::TimelinePainter(
    QPainter& painter, const Theme& theme, const TimelineLayout& layout, TimelineWindow window)
    : m_painter(painter)
    , m_theme(theme)
    , m_layout(layout)
    , m_window(window)
{
}

TimeSpan TimelinePainter::spanOf(std::int64_t origin) const
{
    return {origin + m_window.from, origin + m_window.to};
}

QColor TimelinePainter::colourOf(
    TimelineRowKind row, std::uint8_t kind, const TimelineRun& run) const
{
    const Tokens& tokens = m_theme.tokens();
    if (const auto workClass = workClassOf(row, kind))
        return tokens.workClass(*workClass);
    return blend(m_theme.variant(run.variant).colour, tokens.panel, modulesOverPanel);
}

void TimelinePainter::paintRow(const PlacedRow& placed, const TimelineRun& run, std::int64_t origin)
{
    if (placed.row.kind == TimelineRowKind::Busy)
        paintBusy(placed.box, run, spanOf(origin));
    else
        paintLane(placed, run, origin);
}

void TimelinePainter::paintLane(
    const PlacedRow& placed, const TimelineRun& run, std::int64_t origin)
{
    const auto span = spanOf(origin);
    const auto& lane = *placed.row.lane;
    paintColumns(placed, run, lane.columns(span, placed.box.width()));
    const auto atLeast = static_cast<std::int64_t>(
        widthOfOneEvent * static_cast<double>(m_window.length()) / placed.box.width());
    const auto found = lane.eventsIn(span, atLeast, static_cast<std::size_t>(placed.box.width()));
    for (const auto& [index, event] : found.events)
        paintEvent(placed, run, origin, event);
}

/// Neighbours that look alike are one rectangle: painting them costs more than finding them.
void TimelinePainter::paintColumns(
    const PlacedRow& placed, const TimelineRun& run, const std::vector<LaneColumn>& columns)
{
    const double nsPerColumn
        = static_cast<double>(m_window.length()) / static_cast<double>(placed.box.width());
    const auto heightOf = [&](const LaneColumn& column) {
        if (column.events == 0)
            return 0;
        const double share = std::min(1.0, nsOf(column) / nsPerColumn);
        return std::max(1, static_cast<int>(std::lround(share * placed.box.height())));
    };
    const int count = static_cast<int>(columns.size());
    for (int first = 0; first < count;) {
        const auto& column = columns[static_cast<std::size_t>(first)];
        const int height = heightOf(column);
        const auto kind = mainKind(column);
        int next = first + 1;
        while (next < count && heightOf(columns[static_cast<std::size_t>(next)]) == height
            && (height == 0 || mainKind(columns[static_cast<std::size_t>(next)]) == kind))
            ++next;
        if (height > 0)
            m_painter.fillRect(QRect(placed.box.left() + first, placed.box.bottom() + 1 - height,
                                   next - first, height),
                colourOf(placed.row.kind, kind, run));
        first = next;
    }
}

void TimelinePainter::paintEvent(const PlacedRow& placed, const TimelineRun& run,
    std::int64_t origin, const TimelineEvent& event)
{
    const double left = std::max<double>(
        placed.box.left() - 2.0, m_layout.xOf(event.span.begin - origin, m_window));
    const double right = std::min<double>(
        placed.box.right() + 3.0, m_layout.xOf(event.span.end - origin, m_window));
    const QRectF box(left, placed.box.top(), right - left, placed.box.height());
    const Tokens& tokens = m_theme.tokens();
    const QColor colour = colourOf(placed.row.kind, event.kind, run);
    m_painter.fillRect(box, tokens.panel); // the columns below
    m_painter.fillRect(box.adjusted(0, 0, -1, 0), colour);
    if (isModule(placed.row.kind)) {
        m_painter.setPen(QPen(m_theme.variant(run.variant).colour, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(box.adjusted(0.5, 0.5, -1.5, -0.5));
    }
    const QRectF room = box.intersected(QRectF(placed.box)).adjusted(4, 0, -4, 0);
    if (room.width() < widthOfName - 8 || placed.row.height < leastNameHeight)
        return;
    const QFont font = uiFont(type::small, QFont::Medium);
    const QString name = eventName(run, placed.row.kind, event);
    const QFontMetrics metrics(font);
    if (name.size() > leastLetters && room.width() < leastLetters * metrics.averageCharWidth())
        return;
    drawLabel(m_painter, room, Qt::AlignCenter, font,
        isModule(placed.row.kind) ? QColor(tokens.text) : readableOn(colour),
        metrics.elidedText(name, Qt::ElideMiddle, static_cast<int>(room.width())));
}

void TimelinePainter::paintBusy(const QRect& box, const TimelineRun& run, TimeSpan span)
{
    const auto columns = run.tracks->device.columns(span, box.width());
    const double nsPerColumn
        = static_cast<double>(m_window.length()) / static_cast<double>(box.width());
    QPolygonF curve;
    curve << QPointF(box.left(), box.bottom() + 1);
    for (int x = 0; x < box.width(); ++x) {
        const double share = std::min(
            1.0, static_cast<double>(columns[static_cast<std::size_t>(x)].busyNs()) / nsPerColumn);
        curve << QPointF(box.left() + x + 0.5, box.bottom() + 1 - share * (box.height() - 1));
    }
    curve << QPointF(box.right() + 1, box.bottom() + 1);
    const QColor colour = m_theme.variant(run.variant).colour;
    m_painter.setPen(QPen(colour, 1));
    m_painter.setBrush(blend(colour, m_theme.tokens().panel, curveOverPanel));
    m_painter.drawPolygon(curve);
}

void TimelinePainter::paintGaps(const QRect& box, const TimelineRun& run, std::int64_t origin)
{
    const auto shortest = static_cast<std::int64_t>(
        widthOfGap * static_cast<double>(m_window.length()) / box.width());
    m_painter.save();
    m_painter.setOpacity(gapOpacity);
    run.tracks->device.visit(spanOf(origin), [&](const profiler::StatePiece& piece) {
        const auto cause = piece.state.cause();
        if (!cause || piece.span.end - piece.span.begin < shortest)
            return true;
        const double left = m_layout.xOf(piece.span.begin - origin, m_window);
        const double right = m_layout.xOf(piece.span.end - origin, m_window);
        drawIdle(m_painter, m_theme.tokens(), idlePatternOf(*cause),
            QRectF(left, box.top(), right - left, box.height()));
        return true;
    });
    m_painter.restore();
}

void TimelinePainter::paintStrip(
    const QRect& box, const TimelineRun& run, const TimelineWindow& bounds, std::int64_t origin)
{
    const TimeSpan span {origin + bounds.from, origin + bounds.to};
    const QColor colour = m_theme.variant(run.variant).colour;
    m_painter.fillRect(box, m_theme.tokens().raised);
    const double nsPerColumn
        = static_cast<double>(bounds.length()) / static_cast<double>(box.width());
    const auto paint = [&](int x, double ns) {
        const double share = std::min(1.0, ns / nsPerColumn);
        if (share <= 0)
            return;
        const int height = std::max(1, static_cast<int>(std::lround(share * box.height())));
        m_painter.fillRect(box.left() + x, box.bottom() + 1 - height, 1, height, colour);
    };
    if (run.tracks->device.size() > 0) {
        const auto columns = run.tracks->device.columns(span, box.width());
        for (int x = 0; x < box.width(); ++x)
            paint(x, static_cast<double>(columns[static_cast<std::size_t>(x)].busyNs()));
        return;
    }
    const auto columns = run.tracks->calls.columns(span, box.width());
    for (int x = 0; x < box.width(); ++x)
        paint(x, nsOf(columns[static_cast<std::size_t>(x)]));
}

void TimelinePainter::paintRuler()
{
    const Tokens& tokens = m_theme.tokens();
    const auto unit = profiler::unitFor(static_cast<double>(m_window.length()) / 4);
    const double nsPerUnit = nsPer(unit);
    const QRect box = m_layout.ruler();
    const QRect plot = m_layout.plot();
    const QString unitName = qt(profiler::unitName(unit));
    for (const double value : linearCandidates(static_cast<double>(m_window.from) / nsPerUnit,
             static_cast<double>(m_window.to) / nsPerUnit, rulerTicks)) {
        const double x = m_layout.xOf(std::llround(value * nsPerUnit), m_window);
        if (x < box.left() || x > box.right())
            continue;
        m_painter.setPen(QPen(tokens.grid, 1));
        m_painter.drawLine(QPointF(std::round(x) + 0.5, box.bottom() - 3),
            QPointF(std::round(x) + 0.5, plot.bottom()));
        drawLabel(m_painter, QRectF(x - 60, box.top(), 120, box.height() - 4), Qt::AlignCenter,
            uiFont(type::caption), tokens.muted,
            QString::number(value) + QLatin1Char(' ') + unitName);
    }
}

} // namespace ui
