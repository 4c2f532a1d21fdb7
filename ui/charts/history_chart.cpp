// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/history_chart.h"

#include "profiler/report/history/history_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/figure/chart_parts.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ui {

namespace {

constexpr std::size_t mostHistoryMarkers = 120; // of more only the line is seen
constexpr double pointReach = 14; ///< pixels
constexpr int colours = 7; ///< of tracks; the baseline's is left out

int colourOf(std::size_t track)
{
    return static_cast<int>(track % colours) + 1;
}

bool isMeasured(const profiler::HistoryPoint& point)
{
    return point.value && std::isfinite(point.value->value);
}

QString amountText(const profiler::HistoryChange& change)
{
    const QString sign = change.to > change.from ? u"+"_qs : u"−"_qs;
    if (!change.ratio)
        return sign + numberText(std::abs(change.to - change.from), 3);
    return sign + qt(profiler::percentText(std::abs(change.ratio->estimate - 1)));
}

} // namespace

HistoryChart::HistoryChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("History"), parent)
{
    createAxes();
    paint(u"background"_qs, Clip::ToAxes, [this](QPainter& painter) { paintBorders(painter); });
    paint(u"main"_qs, Clip::ToAxes, [this](QPainter& painter) {
        paintLevels(painter);
        paintPoints(painter);
    });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintChanges(painter); });
}

void HistoryChart::createAxes()
{
    constexpr double labelRoom = 120;
    setTicks(
        xAxis, linearScale(),
        [](double low, double high) {
            auto places = linearCandidates(low, high, 6);
            std::erase_if(places, [](double place) { return place != std::round(place); });
            return places;
        },
        [this](double place) { return labelOf(place); }, labelRoom);
    setTicks(
        yAxis, linearScale(), [this](double low, double high) { return levels(low, high); },
        [this](double value) { return qt(profiler::historyValueText(m_history, value)); }, 26);
    axisRect()->setAutoMargins(QCP::msLeft);
}

void HistoryChart::setHistory(profiler::History history)
{
    m_history = std::move(history);
    const bool any = std::ranges::any_of(m_history.points, isMeasured);
    setEmptyText(any ? QString() : tr("No recording has a value to draw."));
    createCurves();
    if (any)
        chooseRange();
    setAccessibleName(qt(profiler::historySentence(m_history, profiler::Emphasis::None)));
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

void HistoryChart::setNothing(const QString& reason)
{
    m_history = {};
    setEmptyText(reason);
    createCurves();
    setAccessibleName(reason);
    replot(QCustomPlot::rpQueuedReplot);
}

void HistoryChart::createCurves()
{
    clearGraphs();
    m_curves.clear();
    for (const auto& track : m_history.tracks) {
        CurvePoints points;
        for (const auto& level : track.levels) {
            for (const auto index : level.points) {
                const auto x = static_cast<double>(index);
                const auto& value = *m_history.points[index].value;
                points.line.append({x, value.value});
                points.low.append({x, value.low.value_or(value.value)});
                points.high.append({x, value.high.value_or(value.value)});
            }
        }
        m_curves.push_back(addCurve(points, Band::Yes));
    }
}

/// Of all values; the far end of a wild interval is cut off.
void HistoryChart::chooseRange()
{
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const auto& point : m_history.points)
        if (isMeasured(point)) {
            low = std::min(low, point.value->value);
            high = std::max(high, point.value->value);
        }
    const double least = low * 0.8;
    const double most = high * 1.25;
    for (const auto& point : m_history.points)
        if (isMeasured(point)) {
            low = std::min(low, std::max(point.value->low.value_or(low), least));
            high = std::max(high, std::min(point.value->high.value_or(high), most));
        }
    double room = std::max((high - low) * 0.12, std::abs(high) * 0.02);
    if (room <= 0)
        room = 1;
    const double last = static_cast<double>(m_history.points.size()) - 1;
    const double side = std::max(last * 0.02, 0.5);
    setWholeRange(QCPRange(-side, last + side), QCPRange(std::max(low - room, 0.0), high + room));
}

std::vector<double> HistoryChart::levels(double low, double high) const
{
    const bool bytes = m_history.query.metric == profiler::HistoryMetric::Memory;
    const double unit
        = bytes && high > 0 ? profiler::byteUnitFor(std::max(low, 1.0), high).bytes : 1;
    auto found = linearCandidates(low / unit, high / unit, 5);
    for (double& level : found)
        level *= unit;
    if (m_history.query.metric == profiler::HistoryMetric::Breaks)
        std::erase_if(found, [](double level) { return level != std::round(level); });
    return found;
}

QString HistoryChart::labelOf(double place) const
{
    if (place < 0 || place >= static_cast<double>(m_history.points.size()))
        return {};
    const auto label = qt(profiler::pointLabel(m_history, static_cast<std::size_t>(place)));
    return shortened(label, uiFont(type::small), 116);
}

void HistoryChart::restyle()
{
    Chart::restyle();
    for (std::size_t track = 0; track < m_curves.size(); ++track) {
        const QColor colour = variant(colourOf(track)).colour;
        styleCurve(m_curves[track], QPen(colour, 2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin),
            colour, tokens().tints ? 0.18F : 0);
    }
}

void HistoryChart::layOut(const QSize& /*size*/)
{
    axisRect()->setMargins(QMargins(0, 22, 14, 30));
}

QPointF HistoryChart::pixelOf(std::size_t point) const
{
    return {xAxis->coordToPixel(static_cast<double>(point)),
        yAxis->coordToPixel(m_history.points[point].value->value)};
}

/// Halfway between the two recordings that are not joined.
void HistoryChart::paintBorders(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    painter.setPen(QPen(tokens().muted, 1.2, Qt::DashLine));
    for (const auto& border : m_history.borders) {
        const double x = xAxis->coordToPixel(static_cast<double>(border.at) - 0.5);
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
    }
}

/// Where a track has one level its line says it.
void HistoryChart::paintLevels(QPainter& painter) const
{
    painter.setPen(QPen(tokens().text, 1.2, Qt::DashLine));
    for (const auto& track : m_history.tracks) {
        if (track.levels.size() < 2)
            continue;
        for (const auto& level : track.levels) {
            const double y = yAxis->coordToPixel(level.value);
            painter.drawLine(
                QPointF(xAxis->coordToPixel(static_cast<double>(level.points.front())), y),
                QPointF(xAxis->coordToPixel(static_cast<double>(level.points.back())), y));
        }
    }
}

void HistoryChart::paintPoints(QPainter& painter) const
{
    const bool all = m_history.points.size() <= mostHistoryMarkers;
    for (std::size_t index = 0; index < m_history.tracks.size(); ++index) {
        const auto& levels = m_history.tracks[index].levels;
        const bool alone = levels.size() == 1 && levels.front().points.size() == 1;
        if (!all && !alone)
            continue;
        for (const auto& level : levels)
            for (const auto point : level.points)
                drawMarker(painter, variant(colourOf(index)), pixelOf(point), 8);
    }
}

void HistoryChart::paintChanges(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    const QFont font = uiFont(type::small, QFont::DemiBold);
    double free = inside.left();
    for (const auto& change : m_history.changes) {
        const double x = xAxis->coordToPixel(static_cast<double>(change.after));
        if (x < inside.left() || x > inside.right())
            continue;
        const QColor& colour = change.worse ? tokens().bad : tokens().good;
        painter.setPen(QPen(colour, 1.5));
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
        const QString text = amountText(change);
        const double width = textWidth(font, text) + 4;
        const double left = std::min(x - width / 2, inside.right() - width);
        if (left < free)
            continue;
        drawLabel(painter, QRectF(left, inside.top() - 19, width, 16), Qt::AlignCenter, font,
            colour, text);
        free = left + width + 6;
    }
}

std::optional<std::size_t> HistoryChart::nearestTo(double place) const
{
    std::optional<std::size_t> nearest;
    double distance = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < m_history.points.size(); ++i) {
        const double away = std::abs(static_cast<double>(i) - place);
        if (isMeasured(m_history.points[i]) && away < distance) {
            distance = away;
            nearest = i;
        }
    }
    return nearest;
}

std::optional<std::size_t> HistoryChart::pointAt(QPointF pixel) const
{
    if (!QRectF(axisRect()->rect()).contains(pixel))
        return std::nullopt;
    const auto nearest = nearestTo(xAxis->pixelToCoord(pixel.x()));
    if (!nearest || std::abs(pixelOf(*nearest).x() - pixel.x()) > pointReach)
        return std::nullopt;
    return nearest;
}

std::optional<Reading> HistoryChart::readingAt(QPointF pixel) const
{
    const auto point = nearestTo(xAxis->pixelToCoord(pixel.x()));
    if (!point)
        return std::nullopt;
    const auto& value = *m_history.points[*point].value;
    const auto place = static_cast<double>(*point);
    QString text = qt(profiler::historyValueText(m_history, value.value));
    if (const auto interval = profiler::historyIntervalText(m_history, value); !interval.empty())
        text += u" ("_qs + qt(interval) + u')';
    std::size_t track = 0;
    for (std::size_t i = 0; i < m_history.tracks.size(); ++i)
        for (const auto& level : m_history.tracks[i].levels)
            if (std::ranges::find(level.points, *point) != level.points.end())
                track = i;
    return Reading {qt(profiler::pointLabel(m_history, *point)), place, place,
        {{colourOf(track), qt(profiler::pointName(m_history.points[*point])), text}}};
}

void HistoryChart::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->position();
    Chart::mousePressEvent(event);
}

/// A drag moves the axis; what ends where it began was a click.
void HistoryChart::mouseReleaseEvent(QMouseEvent* event)
{
    Chart::mouseReleaseEvent(event);
    constexpr double still = 4;
    const QPointF moved = event->position() - m_pressedAt;
    if (event->button() != Qt::LeftButton || moved.manhattanLength() > still)
        return;
    if (const auto point = pointAt(event->position()))
        Q_EMIT pointChosen(static_cast<int>(*point));
}

void HistoryChart::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && reading())
        Q_EMIT pointChosen(static_cast<int>(reading()->low));
    else
        Chart::keyPressEvent(event);
}

ChartTable HistoryChart::table() const
{
    const auto metric = qt(profiler::historyMetricName(m_history.query.metric));
    ChartTable table {title(),
        {tr("date"), tr("recording"), tr("commit"), metric, tr("low"), tr("high"), tr("note")}, {}};
    for (std::size_t i = 0; i < m_history.points.size(); ++i) {
        const auto& point = m_history.points[i];
        const bool has = isMeasured(point);
        table.rows.append({qt(profiler::localText(point.started, point.utcOffsetMinutes)),
            qt(profiler::pointName(point)), qt(profiler::pointCommit(point)),
            has ? QVariant(point.value->value)
                : missing(point.value ? tr("not a number") : qt(point.value.error())),
            has ? cellOf(point.value->low) : QVariant(),
            has ? cellOf(point.value->high) : QVariant(), qt(profiler::pointNote(m_history, i))});
    }
    return table;
}

} // namespace ui
