// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/block_chart.h"

#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/label_layout.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <algorithm>

namespace ui {

namespace {

using profiler::BlockLane;
using profiler::BlockPoint;

constexpr int labelHeight = 17;
constexpr int mostMarkers = 10; ///< on one lane and repetition: more hide the line

} // namespace

BlockChart::BlockChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Latest blocks"), parent)
{
    axisRect()->setAutoMargins(QCP::msLeft);
    xAxis->setTicks(false);
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(true);
    paint(u"background"_qs, Clip::No, [this](QPainter& painter) { paintRepetitions(painter); });
    paint(u"main"_qs, Clip::No, [this](QPainter& painter) { paintLanes(painter); });
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) { paintLatest(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintFoot(painter); });
}

void BlockChart::setSeries(profiler::BlockSeries series, const QString& waiting)
{
    m_series = std::move(series);
    m_waiting = waiting;
    setEmptyText(qt(m_series.whyEmpty));
    double low = 1e300;
    double high = 0;
    for (const BlockLane& lane : m_series.lanes)
        for (const BlockPoint& point : lane.points) {
            low = std::min(low, point.medianNs);
            high = std::max(high, point.medianNs);
        }
    if (low < 1e300) {
        m_unit = profiler::unitFor(high);
        setTimeTicks(yAxis, false, m_unit, 6);
        const double room = std::max((high - low) * 0.12, low * 0.03);
        const double end = std::max(1, m_series.repetitions * m_series.rounds);
        setWholeRange(QCPRange(-0.5, end - 0.5), QCPRange(std::max(0.0, low - room), high + room));
    }
    replot(QCustomPlot::rpQueuedReplot);
}

QString BlockChart::laneName(const BlockLane& lane)
{
    const QString name = QString::fromStdString(lane.name);
    return lane.again ? tr("%1 again").arg(name) : name;
}

void BlockChart::layOut(const QSize& size)
{
    double names = 60;
    for (const BlockLane& lane : m_series.lanes)
        names = std::max(
            names, textWidth(uiFont(type::caption, QFont::DemiBold), laneName(lane)) + 76);
    axisRect()->setMargins(QMargins(52, 20, qRound(std::min(names, size.width() * 0.36)) + 8, 34));
}

/// Names of the processes above, lines between them, and what the last one waits for.
void BlockChart::paintRepetitions(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    for (int i = 0; i < m_series.repetitions; ++i) {
        const double left = xAxis->coordToPixel(i * m_series.rounds - 0.5);
        const double right = xAxis->coordToPixel((i + 1) * m_series.rounds - 0.5);
        if (right <= inside.left() || left >= inside.right())
            continue;
        const bool last = i == m_series.repetitions - 1;
        drawLabel(painter, QRectF(left, inside.top() - 19, right - left, 16), Qt::AlignCenter,
            uiFont(type::small, last ? QFont::DemiBold : QFont::Normal),
            last ? tokens().text : tokens().muted,
            tr("process %1").arg(m_series.firstRepetition + i + 1));
        if (i > 0) {
            painter.setPen(QPen(tokens().border, 1));
            painter.drawLine(QPointF(left, inside.top() - 18), QPointF(left, inside.bottom()));
        }
        if (!last || !m_series.lastIsEmpty)
            continue;
        const QRectF box = QRectF(left, inside.top(), right - left, inside.height()) & inside;
        painter.save();
        painter.setOpacity(0.35);
        drawIdle(painter, tokens(), IdlePattern::Horizontal, box);
        painter.restore();
        const QRectF words = box.adjusted(8, 0, -8, 0);
        const double height = 40;
        const QRectF note(words.left(), words.center().y() - height / 2, words.width(), height);
        painter.setPen(QPen(tokens().border, 1));
        painter.setBrush(tokens().panel);
        painter.drawRoundedRect(note, 5, 5);
        painter.setFont(uiFont(type::small));
        painter.setPen(tokens().text);
        drawText(painter, note.adjusted(4, 2, -4, -2),
            static_cast<int>(Qt::AlignCenter) | static_cast<int>(Qt::TextWordWrap), m_waiting);
    }
}

void BlockChart::paintLanes(QPainter& painter) const
{
    painter.save();
    painter.setClipRect(QRectF(axisRect()->rect()).adjusted(-3, -3, 3, 3));
    for (const BlockLane& lane : m_series.lanes)
        paintLane(painter, lane);
    painter.restore();
}

void BlockChart::paintLane(QPainter& painter, const BlockLane& lane) const
{
    const VariantStyle style = variant(lane.variant);
    const auto at = [this](double place, double ns) {
        return QPointF(xAxis->coordToPixel(place), yAxis->coordToPixel(ns));
    };
    const int every = std::max(1, m_series.rounds / mostMarkers);
    QPolygonF line;
    int repetition = -1;
    painter.setBrush(Qt::NoBrush);
    const auto flush = [&] {
        if (!lane.again && line.size() > 1) {
            painter.setPen(style.pen(1.6));
            painter.drawPolyline(line);
        }
        line.clear();
    };
    for (const BlockPoint& point : lane.points) {
        if (point.repetition != repetition)
            flush(); // no line across processes
        repetition = point.repetition;
        line << at(point.place, point.medianNs);
    }
    flush();
    for (const BlockPoint& point : lane.points) {
        if (point.round % every != 0 && m_series.rounds > mostMarkers)
            continue;
        if (lane.again)
            drawHollowMarker(painter, style, at(point.place, point.medianNs), 6, tokens().panel);
        else
            drawMarker(painter, style, at(point.place, point.medianNs), 6);
    }
    painter.setPen(QPen(tokens().warn, 1.6));
    painter.setBrush(Qt::NoBrush);
    for (const BlockPoint& point : lane.points)
        if (point.outlier)
            painter.drawEllipse(at(point.place, point.medianNs), 7, 7);
    if (!lane.broken)
        return;
    const QPointF end = at(lane.broken->place, lane.broken->medianNs);
    drawStatus(painter, tokens(), Status::Bad, QRectF(end.x() - 7, end.y() - 7, 14, 14));
}

/// Name and last median of each lane at the height of its last block.
void BlockChart::paintLatest(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    std::vector<const BlockLane*> lanes;
    std::vector<ColumnLabel> wanted;
    for (const BlockLane& lane : m_series.lanes) {
        if (lane.points.empty() || lane.again)
            continue;
        lanes.push_back(&lane);
        const double y = yAxis->coordToPixel(lane.points.back().medianNs);
        wanted.push_back({.wantedTop = y - labelHeight / 2.0, .height = labelHeight});
    }
    // Labels are placed from top to bottom, in the order of their curves.
    std::vector<std::size_t> order(lanes.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        return wanted[one].wantedTop < wanted[other].wantedTop;
    });
    std::vector<ColumnLabel> sorted;
    for (const std::size_t i : order)
        sorted.push_back(wanted[i]);
    const auto tops = placeInColumn(sorted, inside.top() - 4, inside.bottom() + 20, 0);
    const double left = inside.right() + 8;
    const double right = viewport().right() - 2.0;
    drawNote(painter, QRectF(left, inside.top() - 19, right - left, 16),
        Qt::AlignRight | Qt::AlignVCenter, tr("latest, %1").arg(unitText(m_unit)));
    for (std::size_t i = 0; i < order.size(); ++i) {
        const BlockLane& lane = *lanes[order[i]];
        const QString number = timeText(m_unit, lane.points.back().medianNs);
        const QFont bold = uiFont(type::caption, QFont::DemiBold);
        const double numberWidth = textWidth(bold, number) + 6;
        const QRectF box(left, tops[i], right - left, labelHeight);
        drawVariantName(painter, tokens(), variant(lane.variant),
            box.adjusted(0, 0, -numberWidth, 0), laneName(lane), Emphasis::Plain);
        drawLabel(painter, box, Qt::AlignRight | Qt::AlignVCenter, bold, tokens().text, number);
    }
}

void BlockChart::paintFoot(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    for (int i = 0; i < m_series.repetitions; ++i)
        for (const int round : {0, m_series.rounds - 1}) {
            const double x = xAxis->coordToPixel(i * m_series.rounds + round);
            if (x < inside.left() - 2 || x > inside.right() + 2)
                continue;
            const bool first = round == 0;
            drawNote(painter, QRectF(first ? x - 4 : x - 36, inside.bottom() + 2, 40, 14),
                (first ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                QString::number(round + 1));
        }
    const bool again = std::any_of(m_series.lanes.begin(), m_series.lanes.end(),
        [](const BlockLane& lane) { return lane.again; });
    drawNote(painter, QRectF(inside.left(), inside.bottom() + 16, inside.width(), 15),
        Qt::AlignCenter, again ? tr("round · hollow squares: baseline again") : tr("round"));
}

QString BlockChart::noteOf(const BlockPoint& point)
{
    QStringList words;
    if (point.outlier)
        words << tr("outlier");
    if (point.contention)
        words << tr("CPU contention");
    return words.join(QStringLiteral(", "));
}

ChartTable BlockChart::table() const
{
    ChartTable table {title(),
        {tr("variant"), tr("process"), tr("round"), tr("median, %1").arg(unitText(m_unit)),
            tr("note")},
        {}};
    for (const BlockLane& lane : m_series.lanes)
        for (const BlockPoint& point : lane.points)
            table.rows.append({laneName(lane), point.repetition + 1, point.round + 1,
                point.medianNs / nanosecondsIn(m_unit), noteOf(point)});
    return table;
}

} // namespace ui
