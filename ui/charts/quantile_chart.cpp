// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/quantile_chart.h"

#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/theme/shapes.h"

#include <algorithm>
#include <array>

namespace ui {

using profiler::QuantilePair;
using profiler::QuantileVariant;

QuantileChart::QuantileChart(const Theme& theme, QWidget* parent)
    : CallTimesChart(theme, tr("Percentiles against the baseline"), parent)
{
    axisRect()->setAutoMargins(QCP::msLeft);
    xAxis->grid()->setVisible(true);
    paint(u"axes"_qs, Clip::ToAxes, [this](QPainter& painter) { paintDiagonal(painter); });
    paint(u"legend"_qs, Clip::ToAxes, [this](QPainter& painter) { paintMarkers(painter); });
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) { paintFoot(painter); });
}

void QuantileChart::setSeries(std::vector<QuantileVariant> series, const QString& baseline,
    int focusedVariant, std::optional<profiler::TimeUnit> unit)
{
    wantUnit(unit);
    m_series = std::move(series);
    m_baseline = baseline;
    m_focused = focusedVariant;
    const bool any = std::any_of(m_series.begin(), m_series.end(),
        [](const QuantileVariant& entry) { return !entry.pairs.empty(); });
    setEmptyText(
        any ? QString() : tr("Two variants with calls are needed to set them against each other."));
    if (any)
        chooseScale();
    std::vector<ChartLegend::Entry> entries;
    for (const QuantileVariant& entry : m_series)
        entries.push_back({QString::fromStdString(entry.name), 24,
            [this, index = entry.variant](QPainter& painter, const QRectF& box) {
                drawDash(painter, variant(index), box, 2);
            }});
    setLegend(std::move(entries));
    showCurves();
}

void QuantileChart::chooseScale()
{
    std::array<double, 2> low {1e300, 1e300};
    std::array<double, 2> high {0, 0};
    for (const QuantileVariant& entry : m_series) {
        for (const QuantilePair& pair : entry.pairs) {
            low = {std::min(low[0], pair.baselineNs), std::min(low[1], pair.variantNs)};
            high = {std::max(high[0], pair.baselineNs), std::max(high[1], pair.variantNs)};
        }
    }
    chooseTime(std::min(low[0], low[1]), high[0] > 4 * low[0] || high[1] > 4 * low[1]);
    setTimeTicks(xAxis, isLogarithmic(), unit(), 6);
    setTimeTicks(yAxis, isLogarithmic(), unit(), 6, 26);
    const auto range = [this](double from, double to) {
        const double room = std::max((time().toAxis(to) - time().toAxis(from)) * 0.05, 1e-6);
        return QCPRange(time().toAxis(from) - room, time().toAxis(to) + room);
    };
    setWholeRange(
        range(low[0], high[0]), range(std::min(low[1], low[0]), std::max(high[1], high[0])));
}

void QuantileChart::showCurves()
{
    clearPlottables();
    m_curves.clear();
    for (const QuantileVariant& entry : m_series) {
        auto* curve = new QCPCurve(xAxis, yAxis); // the plot owns it
        QVector<QCPCurveData> points;
        for (const QuantilePair& pair : entry.pairs)
            points.append({static_cast<double>(points.size()), time().toAxis(pair.baselineNs),
                time().toAxis(pair.variantNs)});
        curve->data()->set(points, true);
        m_curves.push_back(curve);
    }
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

void QuantileChart::restyle()
{
    Chart::restyle();
    for (std::size_t index = 0; index < m_curves.size(); ++index)
        m_curves[index]->setPen(
            variant(m_series[index].variant).pen(m_series[index].variant == m_focused ? 2.6 : 2.2));
}

void QuantileChart::layOut(const QSize& size)
{
    axisRect()->setMargins(QMargins(0, 6, 12, 44 + legendHeight(size)));
}

void QuantileChart::paintDiagonal(QPainter& painter) const
{
    const auto at = [this](double place) {
        return QPointF(xAxis->coordToPixel(place), yAxis->coordToPixel(place));
    };
    painter.setPen(QPen(tokens().muted, 1.3, Qt::DashLine));
    const QPointF from = at(xAxis->range().lower);
    const QPointF to = at(xAxis->range().upper);
    painter.drawLine(from, to);
    const QRectF inside = axisRect()->rect();
    const QPointF end(inside.right(), std::clamp(to.y(), inside.top(), inside.bottom()));
    drawNote(painter,
        QRectF(inside.left() + 8, std::max(inside.top(), std::min(end.y(), from.y()) - 2), 300, 16),
        Qt::AlignLeft | Qt::AlignVCenter,
        tr("dashed: as slow as %1 · below: faster").arg(m_baseline));
}

void QuantileChart::paintMarkers(QPainter& painter) const
{
    for (const QuantileVariant& entry : m_series) {
        double next = 0.5;
        for (const QuantilePair& pair : entry.pairs) {
            if (pair.p < next - 0.005)
                continue;
            // Median, then each nine more.
            next = next < 0.9 ? 0.9 : 1 - ((1 - next) / 10);
            const QPointF place(xAxis->coordToPixel(time().toAxis(pair.baselineNs)),
                yAxis->coordToPixel(time().toAxis(pair.variantNs)));
            drawRingedMarker(painter, entry.variant, place, 12, 9);
        }
    }
}

void QuantileChart::paintFoot(QPainter& painter) const
{
    drawFoot(painter, 21,
        tr("%1 of %2 · markers: median, 90 %, 99 %").arg(unitText(unit()), m_baseline));
    drawLegend(painter, 43);
}

std::optional<Reading> QuantileChart::readingAt(QPointF pixel) const
{
    const double place = xAxis->pixelToCoord(pixel.x());
    const double ns = time().toValue(place);
    Reading reading {tr("%1: %2").arg(m_baseline, durationText(ns)), place, place, {}};
    for (const QuantileVariant& entry : m_series) {
        const auto pair = std::lower_bound(entry.pairs.begin(), entry.pairs.end(), ns,
            [](const QuantilePair& each, double wanted) { return each.baselineNs < wanted; });
        if (pair != entry.pairs.end())
            reading.rows.push_back(
                {entry.variant, QString::fromStdString(entry.name), durationText(pair->variantNs)});
    }
    return reading;
}

ChartTable QuantileChart::table() const
{
    const QString word = unitText(unit());
    ChartTable table {title(),
        {tr("variant"), tr("percentile"), tr("%1, %2").arg(m_baseline, word),
            tr("variant, %1").arg(word)},
        {}};
    const double ns = nanosecondsIn(unit());
    for (const QuantileVariant& entry : m_series) {
        for (const QuantilePair& pair : entry.pairs)
            table.rows.append({QString::fromStdString(entry.name), pair.p * 100,
                pair.baselineNs / ns, pair.variantNs / ns});
    }
    return table;
}

} // namespace ui
