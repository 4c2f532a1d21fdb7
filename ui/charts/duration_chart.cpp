// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/duration_chart.h"

#include "ui/charts/chart_text.h"
#include "ui/charts/violin_painter.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/scale.h"
#include "ui/text/counted.h"
#include "ui/theme/shapes.h"

#include <algorithm>
#include <limits>

namespace ui {

namespace {

constexpr std::array<std::size_t, 2> sides {0, 1};
constexpr double markerRoom = 16; ///< above the highest bin

Scale scaleOf(const profiler::DurationHistogram& histogram)
{
    return histogram.logarithmic ? logScale() : linearScale();
}

} // namespace

DurationChart::DurationChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Duration of one run"), parent)
{
    hideValueAxis();
    paint(u"main"_qs, Clip::No, [this](QPainter& painter) { paintSides(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintFoot(painter); });
}

void DurationChart::setSeries(DurationSeries series)
{
    m_series = std::move(series);
    const auto& histogram = m_series.histogram;
    setEmptyText(histogram.bins() == 0 ? m_series.whyEmpty : QString());
    describe();
    if (histogram.bins() == 0) {
        replot(QCustomPlot::rpQueuedReplot);
        return;
    }
    double smallest = std::numeric_limits<double>::max();
    for (const auto& side : histogram.sides)
        if (side)
            smallest = std::min(smallest, side->medianNs);
    m_unit = profiler::unitFor(smallest);
    setTimeTicks(xAxis, histogram.logarithmic, m_unit, 5);
    setWholeRange(
        QCPRange(axisPlace(histogram.edgesNs.front()), axisPlace(histogram.edgesNs.back())),
        QCPRange(0, 1));
    replot(QCustomPlot::rpQueuedReplot);
}

void DurationChart::describe()
{
    QStringList words {title()};
    for (const auto side : sides)
        if (const auto& counts = m_series.histogram.sides.at(side))
            words << tr("%1: %2, median %3")
                         .arg(m_series.names.at(side), counted(counts->all, tr("run"), tr("runs")),
                             durationText(counts->medianNs));
    if (words.size() == 1)
        words << m_series.whyEmpty;
    setAccessibleName(words.join(QStringLiteral("; ")));
}

void DurationChart::layOut(const QSize& /*size*/)
{
    axisRect()->setMargins(QMargins(10, 4, 10, 36));
}

double DurationChart::axisPlace(double ns) const
{
    return scaleOf(m_series.histogram).toAxis(ns);
}

double DurationChart::share(std::size_t side, std::size_t bin) const
{
    const auto& counts = *m_series.histogram.sides.at(side);
    return static_cast<double>(counts.counts.at(bin)) / static_cast<double>(counts.all);
}

double DurationChart::highestShare() const
{
    double highest = 0;
    for (const auto side : sides)
        for (std::size_t bin = 0;
             m_series.histogram.sides.at(side) && bin < m_series.histogram.bins(); ++bin)
            highest = std::max(highest, share(side, bin));
    return highest;
}

QPointF DurationChart::pixelOf(double ns, double share) const
{
    const QRectF box = QRectF(axisRect()->rect()).adjusted(0, markerRoom, 0, 0);
    return {
        xAxis->coordToPixel(axisPlace(ns)), box.bottom() - share / highestShare() * box.height()};
}

void DurationChart::paintSides(QPainter& painter) const
{
    if (m_series.histogram.bins() == 0)
        return;
    const QRectF box = axisRect()->rect();
    painter.setClipRect(box.adjusted(0, -2, 1, 2));
    for (const auto side : sides)
        if (m_series.histogram.sides.at(side))
            paintSide(painter, side);
    painter.setClipping(false);
    painter.setPen(QPen(tokens().muted, 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
}

/// Steps over a thin ground, so that the other side stays seen; the marker stands on the peak.
void DurationChart::paintSide(QPainter& painter, std::size_t side) const
{
    const auto& edges = m_series.histogram.edgesNs;
    const VariantStyle style = variant(m_series.variants.at(side));
    QPolygonF steps {pixelOf(edges.front(), 0)};
    std::size_t peak = 0;
    for (std::size_t bin = 0; bin + 1 < edges.size(); ++bin) {
        const double height = share(side, bin);
        steps << pixelOf(edges[bin], height) << pixelOf(edges[bin + 1], height);
        if (height > share(side, peak))
            peak = bin;
    }
    steps << pixelOf(edges.back(), 0);
    drawSteps(painter, tokens(), style, steps);
    const double height = share(side, peak);
    const QPointF middle = (pixelOf(edges[peak], height) + pixelOf(edges[peak + 1], height)) / 2;
    drawMarker(painter, style, middle - QPointF(0, 8), 9);
}

void DurationChart::paintFoot(QPainter& painter) const
{
    if (m_series.histogram.bins() == 0)
        return;
    const QString bins
        = m_series.histogram.logarithmic ? tr("logarithmic, equal bins") : tr("equal bins");
    const QRectF inside = axisRect()->rect();
    drawNote(painter, QRectF(inside.left(), inside.bottom() + 20, inside.width(), 14),
        Qt::AlignCenter, tr("%1, %2; height: share of its side").arg(unitText(m_unit), bins));
}

std::optional<Reading> DurationChart::readingAt(QPointF pixel) const
{
    const auto& histogram = m_series.histogram;
    const Scale scale = scaleOf(histogram);
    const auto& edges = histogram.edgesNs;
    const auto found = binAt(edges, scale.toValue(xAxis->pixelToCoord(pixel.x())));
    if (!found)
        return std::nullopt;
    const std::size_t bin = *found;
    Reading reading {spanText(m_unit, edges[bin], edges[bin + 1]) + u' ' + unitText(m_unit),
        scale.toAxis(edges[bin]), scale.toAxis(edges[bin + 1]), {}};
    for (const auto side : sides)
        if (const auto& counts = histogram.sides.at(side))
            reading.rows.push_back({m_series.variants.at(side), m_series.names.at(side),
                tr("%1, %2").arg(counted(counts->counts[bin], tr("run"), tr("runs")),
                    shareText(share(side, bin)))});
    return reading;
}

ChartTable DurationChart::table() const
{
    const QString unit = unitText(m_unit);
    ChartTable table {title(), {tr("from, %1").arg(unit), tr("to, %1").arg(unit)}, {}};
    for (const auto& name : m_series.names)
        if (!name.isEmpty())
            table.columns.append(tr("%1, runs").arg(name));
    const auto& edges = m_series.histogram.edgesNs;
    for (std::size_t bin = 0; bin < m_series.histogram.bins(); ++bin) {
        QVariantList row {
            edges[bin] / nanosecondsIn(m_unit), edges[bin + 1] / nanosecondsIn(m_unit)};
        for (const auto side : sides)
            if (!m_series.names.at(side).isEmpty()) {
                const auto& counts = m_series.histogram.sides.at(side);
                row.append(counts ? QVariant::fromValue(counts->counts[bin]) : QVariant());
            }
        table.rows.append(row);
    }
    return table;
}

} // namespace ui
