// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/call_chart.h"

#include "profiler/model/process_record.h"
#include "profiler/report/advice/slow_text.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"

#include <QLineF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

using profiler::CallPoint;
using profiler::MarkedCall;
using profiler::SlowCause;
using profiler::VariantCalls;

constexpr int side = 2; ///< of the square that stands for a call among thousands

/// Squares around points that ascend in x, of those in one cell of `cell` pixels the first two: a
/// third would hardly be seen, and makes drawing slow and files large.
QVector<QRect> atMostTwoACell(const QVector<QPointF>& points, int cell)
{
    QVector<QRect> squares;
    squares.reserve(points.size());
    const auto cellOf
        = [cell](const QRect& square) { return QPoint(square.x() / cell, square.y() / cell); };
    qsizetype column = 0; // where the squares of this column of cells begin
    for (const QPointF& point : points) {
        const QRect square(point.toPoint() - QPoint(1, 1), QSize(side, side));
        const QPoint place = cellOf(square);
        if (!squares.isEmpty() && cellOf(squares.back()).x() != place.x())
            column = squares.size();
        const auto same = std::count_if(squares.cbegin() + column, squares.cend(),
            [&](const QRect& other) { return cellOf(other) == place; });
        if (same < 2)
            squares.append(square);
    }
    return squares;
}

/// The same area in fewer rectangles: squares that stand above each other without a gap are one.
QVector<QRect> merged(const QRect* from, const QRect* to)
{
    QVector<QRect> columns(from, to);
    std::sort(columns.begin(), columns.end(), [](const QRect& one, const QRect& other) {
        return std::pair(one.x(), one.y()) < std::pair(other.x(), other.y());
    });
    qsizetype last = 0;
    for (qsizetype i = 1; i < columns.size(); ++i) {
        const QRect& square = columns[i];
        if (square.x() == columns[last].x() && square.y() <= columns[last].bottom() + 1)
            columns[last].setBottom(square.bottom());
        else
            columns[++last] = square;
    }
    columns.resize(last + 1);
    return columns;
}

/// In a file thousands of shapes of their own are slow to write and large; so is one of thousands.
void fillInPieces(QPainter& painter, const QVector<QRect>& squares)
{
    constexpr qsizetype piece = 256;
    for (qsizetype from = 0; from < squares.size(); from += piece) {
        const qsizetype to = std::min(from + piece, squares.size());
        QPainterPath path;
        path.setFillRule(Qt::WindingFill);
        const auto rects = merged(squares.constData() + from, squares.constData() + to);
        for (const QRect& rect : rects)
            path.addRect(rect);
        painter.drawPath(path);
    }
}

/// Round points are dear: of thousands, nobody sees that they are square.
void drawCalls(QPainter& painter, const QVector<QPointF>& calls, QColor colour, double diameter)
{
    constexpr qsizetype crowd = 700;
    colour.setAlphaF(calls.size() > crowd ? 0.55F : 0.85F);
    if (calls.size() <= crowd) {
        painter.setPen(QPen(colour, diameter, Qt::SolidLine, Qt::RoundCap));
        painter.drawPoints(calls.constData(), static_cast<int>(calls.size()));
        return;
    }
    const bool screen = painter.paintEngine()->type() == QPaintEngine::Raster;
    const QVector<QRect> squares = atMostTwoACell(calls, screen ? 1 : side);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (screen)
        painter.drawRects(squares);
    else
        fillInPieces(painter, squares);
    painter.restore();
}

} // namespace

CallChart::CallChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Latency by call"), parent)
{
    axisRect()->setAutoMargins(QCP::msLeft);
    paint(u"background"_qs, Clip::No, [this](QPainter& painter) { paintWarmUp(painter); });
    paint(u"main"_qs, Clip::ToAxes, [this](QPainter& painter) { paintCalls(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintBreak(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintPhases(painter); });
    paint(u"legend"_qs, Clip::No,
        [this](QPainter& painter) { paintCallSigns(painter, tokens(), signs()); });
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) { paintFoot(painter); });
}

void CallChart::setSeries(std::shared_ptr<const profiler::CallSeries> series, int focusedVariant)
{
    m_series = std::move(series);
    m_focused = focusedVariant;
    setEmptyText(qt(m_series->whyEmpty));
    if (m_series->whyEmpty.empty()) {
        chooseScale();
        createTicks();
        createLegend();
        setWholeRange(QCPRange(0, std::log10(std::max(m_series->end, 2.0) * 1.02)), QCPRange(0, 1));
    }
    replot(QCustomPlot::rpQueuedReplot);
}

namespace {

/// There is no call 1.1.
std::vector<double> wholeCandidates(double low, double high)
{
    auto values = logCandidates(low, high);
    std::erase_if(values, [](double value) { return std::abs(value - std::round(value)) > 1e-9; });
    return values;
}

} // namespace

/// The bulk of the calls gets most of the height; what is far above it (compiles) shares the rest
/// beyond a break.
void CallChart::chooseScale()
{
    const profiler::CallExtent& extent = m_series->extent;
    const double top = extent.high * 1.06;
    m_time = {.low = extent.low * 0.94, .from = top, .to = top, .high = top};
    if (!extent.gap)
        return;
    const auto [below, above] = *extent.gap;
    m_time.from = below * 1.04;
    m_time.to = std::max(m_time.from * 1.02, std::pow(10.0, std::floor(std::log10(above * 0.7))));
    m_time.high = std::max(extent.high * 2.2, m_time.to * 3);
    m_time.upperShare = 0.34;
}

void CallChart::createTicks()
{
    setTicks(xAxis, logScale(), wholeCandidates, tickText);
    const BrokenLog time = m_time;
    setTicks(
        yAxis, time.scale(),
        [time](double low, double high) {
            std::vector<double> values;
            const auto add = [&values](const std::vector<double>& more, double from, double to) {
                std::copy_if(more.begin(), more.end(), std::back_inserter(values),
                    [from, to](double value) { return value >= from && value <= to; });
            };
            if (time.upperShare > 0)
                add(logCandidates(std::max(low, time.to), high), time.to * 1.2, high);
            add(logCandidates(low, std::min(high, time.from)), low, time.from);
            return values;
        },
        tickDuration, 19);
}

void CallChart::createLegend()
{
    std::vector<ChartLegend::Entry> entries;
    for (const auto& [cause, key] : profiler::enumKeys<SlowCause>()) {
        std::int64_t count = 0;
        for (const VariantCalls& calls : m_series->variants)
            count += calls.slow.at(static_cast<std::size_t>(cause));
        if (count == 0)
            continue;
        const QString text
            = isCompile(cause) ? causeText(cause) : causeText(cause) + u' ' + countText(count);
        entries.push_back(
            {text, callSignSize, [this, cause = cause](QPainter& painter, const QRectF& box) {
                 paintCallSign(painter, tokens(), cause, box.center(), tokens().muted);
             }});
    }
    setLegend(std::move(entries));
}

void CallChart::layOut(const QSize& size)
{
    axisRect()->setMargins(QMargins(0, 4, 12, 46 + legendHeight(size)));
}

double CallChart::pixelX(double place) const
{
    return xAxis->coordToPixel(std::log10(place));
}

double CallChart::pixelY(double ns) const
{
    return yAxis->coordToPixel(m_time.toAxis(ns));
}

void CallChart::paintWarmUp(QPainter& painter) const
{
    if (m_series->warmUpCalls == 0)
        return;
    QRectF warm = axisRect()->rect();
    warm.setRight(std::clamp(pixelX(m_series->warmUpEnd), warm.left(), warm.right()));
    if (tokens().tints) {
        painter.fillRect(warm, blend(tokens().muted, tokens().panel, 0.12));
        return;
    }
    painter.setPen(QPen(tokens().muted, 1, Qt::DashLine));
    painter.drawLine(warm.topRight(), warm.bottomRight());
}

void CallChart::paintPhases(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    const double end = std::clamp(pixelX(m_series->warmUpEnd), inside.left(), inside.right());
    const auto say = [&](double left, double right, const QString& text) {
        if (textWidth(uiFont(type::small), text) < right - left - 8)
            drawNote(
                painter, QRectF(left, inside.top() + 2, right - left, 15), Qt::AlignCenter, text);
    };
    if (m_series->warmUpCalls > 0)
        say(inside.left(), end,
            tr("warm-up of process 1, %1")
                .arg(counted(m_series->warmUpCalls, tr("call"), tr("calls"))));
    say(end, inside.right(),
        m_series->processes == 1 ? tr("timed: 1 process")
                                 : tr("timed: %1 processes end to end").arg(m_series->processes));
}

void CallChart::paintCalls(QPainter& painter)
{
    m_drawnPoints = 0;
    const QCPRange range = xAxis->range();
    const int columns = std::max(1, axisRect()->width());
    const double from = std::pow(10.0, range.lower);
    const double to = std::pow(10.0, range.upper);
    for (const VariantCalls& calls : m_series->variants) {
        QVector<QPointF> warm;
        QVector<QPointF> timed;
        for (const CallPoint& point : visibleCalls(calls, from, to, columns)) {
            const QPointF pixel(pixelX(point.place), pixelY(point.ns));
            (point.place < m_series->warmUpEnd ? warm : timed).append(pixel);
        }
        m_drawnPoints += static_cast<std::size_t>(warm.size() + timed.size());
        const QColor colour = variant(calls.variant).colour;
        drawCalls(painter, warm, colour, 3);
        drawCalls(painter, timed, colour, 2.8);
    }
}

void CallChart::paintBreak(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    painter.setPen(QPen(tokens().muted, 1));
    for (const double place : m_series->nextProcess) {
        const double x = pixelX(place);
        if (x > inside.left() && x < inside.right())
            painter.drawLine(QPointF(x, inside.bottom() + 1), QPointF(x, inside.bottom() + 6));
    }
    if (m_time.upperShare <= 0)
        return;
    const double y = yAxis->coordToPixel(m_time.breakAt());
    if (y < inside.top() || y > inside.bottom())
        return;
    painter.setPen(QPen(tokens().grid, 1));
    painter.drawLine(QPointF(inside.left(), y), QPointF(inside.right(), y));
    painter.setPen(QPen(tokens().muted, 1.3));
    for (const double up : {-2.0, 2.0})
        painter.drawLine(
            QPointF(inside.left() - 7, y + up + 3), QPointF(inside.left() + 7, y + up - 3));
}

std::vector<CallSign> CallChart::signs() const
{
    return placeCallSigns(
        m_series->marks, axisRect()->rect(), m_focused, [this](const MarkedCall& call) {
            return QPointF(pixelX(call.place), pixelY(call.slow.ns));
        });
}

void CallChart::paintFoot(QPainter& painter) const
{
    QString text = tr("call number, in the order run");
    if (!m_series->nextProcess.empty())
        text += tr(" · ticks: next process, its warm-up folded");
    if (m_series->stretched)
        text += tr(" · rounds aligned");
    drawFoot(painter, 22, text);
    drawLegend(painter, 45);
}

namespace {

QString nameOf(const profiler::CallSeries& series, int variant)
{
    const auto found = std::find_if(series.variants.begin(), series.variants.end(),
        [&](const VariantCalls& calls) { return calls.variant == variant; });
    return found == series.variants.end() ? QString() : qt(found->name);
}

/// Of a sign: which call it is, and why it was slow.
Reading readingOf(const profiler::CallSeries& series, const MarkedCall& call, double place)
{
    constexpr int widest = 420;
    const profiler::SlowCall& slow = call.slow;
    const QString why = causeText(slow.cause) + u": "_qs + qt(slowCallCause(slow));
    return {shortened(why, uiFont(type::small), widest), place, place,
        {{slow.variant, nameOf(series, slow.variant), qt(slowCallTimes(slow))},
            {slow.variant, QString(), qt(slowCallPlace(slow))}}};
}

} // namespace

std::optional<Reading> CallChart::readingAt(QPointF pixel) const
{
    for (const CallSign& sign : signs())
        if (QLineF(sign.at, pixel).length() <= callSignSize / 2)
            return readingOf(*m_series, sign.call, xAxis->pixelToCoord(pixel.x()));
    const double place = xAxis->pixelToCoord(pixel.x());
    const double number = std::max(1.0, std::round(std::pow(10.0, place)));
    Reading reading {tr("near call %1").arg(countText(std::llround(number))), place, place, {}};
    for (const VariantCalls& calls : m_series->variants) {
        if (calls.place.empty())
            continue;
        const auto after = std::lower_bound(calls.place.begin(), calls.place.end(), number);
        const auto index = static_cast<std::size_t>(
            (after == calls.place.end() ? std::prev(after) : after) - calls.place.begin());
        reading.rows.push_back(
            {calls.variant, QString::fromStdString(calls.name), durationText(calls.ns[index])});
    }
    return reading;
}

/// Slow calls with their cause, then the calls that a wide drawing would show: up to 8 000 rows for
/// each variant.
ChartTable CallChart::tableOf(const QString& title, const profiler::CallSeries& series)
{
    constexpr int columns = 1000;
    ChartTable table {title,
        {tr("variant"), tr("call"), tr("time, ms"), tr("phase"), tr("process"), tr("cause"),
            tr("detail")},
        {}};
    // Thousands of rows share these: their text is made once.
    const QVariant warmUp = tr("warm-up");
    const QVariant timed = tr("timed");
    const auto phase = [&](double place) -> const QVariant& {
        return place < series.warmUpEnd ? warmUp : timed;
    };
    for (const MarkedCall& call : series.marks) {
        const profiler::SlowCall& slow = call.slow;
        table.rows.append({nameOf(series, slow.variant),
            slow.leftOut ? QVariant() : QVariant::fromValue<qlonglong>(call.number), slow.ns / 1e6,
            phase(call.place), slow.repetition + 1, causeText(slow.cause),
            qt(slowCallSentence(slow))});
    }
    for (const VariantCalls& calls : series.variants) {
        const QVariant name = QString::fromStdString(calls.name);
        for (const CallPoint& point : visibleCalls(calls, 1, series.end + 1, columns))
            table.rows.append({name, point.place, point.ns / 1e6, phase(point.place), QVariant(),
                QVariant(), QVariant()});
    }
    return table;
}

std::function<ChartTable()> CallChart::tableMaker() const
{
    return [title = title(), series = m_series] { return tableOf(title, *series); };
}

} // namespace ui
