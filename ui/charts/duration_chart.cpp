// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/duration_chart.h"

#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/figure/chart_parts.h"
#include "ui/text/counted.h"
#include "ui/theme/fonts.h"
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
    using Clip = PaintedLayer::Clip;
    yAxis->setVisible(false);
    yAxis->grid()->setVisible(false);
    xAxis->grid()->setVisible(true);
    axisRect()->setAutoMargins(QCP::msNone);
    paint(u"main"_qs, Clip::No, [this](QPainter& painter) { paintSides(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintFoot(painter); });
    Chart::restyle(); // not virtual while constructing
}

void DurationChart::setSeries(DurationSeries series)
{
    m_series = std::move(series);
    const auto& histogram = m_series.histogram;
    setEmptyText(histogram.bins() == 0 ? m_series.whyEmpty : QString());
    yAxis->setVisible(false);
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
    createTicks();
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

void DurationChart::createTicks()
{
    const double unit = nanosecondsIn(m_unit);
    const bool log = m_series.histogram.logarithmic;
    xAxis->setTicker(QSharedPointer<ScaledTicker>::create(
        xAxis, scaleOf(m_series.histogram),
        [log](double low, double high) {
            return log ? logCandidates(low, high) : linearCandidates(low, high, 5);
        },
        [unit](double ns) { return tickText(ns / unit); }));
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
    QColor ground = style.colour;
    ground.setAlphaF(tokens().tints ? 0.26F : 0.0F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawPolygon(steps);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.colour, 1.4, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPolyline(steps);
    const double height = share(side, peak);
    const QPointF middle = (pixelOf(edges[peak], height) + pixelOf(edges[peak + 1], height)) / 2;
    drawMarker(painter, style, middle - QPointF(0, 8), 9);
}

void DurationChart::paintFoot(QPainter& painter) const
{
    if (m_series.histogram.bins() == 0)
        return;
    const QRectF inside = axisRect()->rect();
    const QString bins
        = m_series.histogram.logarithmic ? tr("logarithmic, equal bins") : tr("equal bins");
    drawLabel(painter, QRectF(inside.left(), inside.bottom() + 20, inside.width(), 14),
        Qt::AlignCenter, uiFont(type::small), tokens().muted,
        tr("%1, %2; height: share of its side").arg(unitText(m_unit), bins));
}

std::optional<Reading> DurationChart::readingAt(QPointF pixel) const
{
    const auto& histogram = m_series.histogram;
    const Scale scale = scaleOf(histogram);
    const auto& edges = histogram.edgesNs;
    const auto after = std::upper_bound(
        edges.begin(), edges.end(), scale.toValue(xAxis->pixelToCoord(pixel.x())));
    if (after == edges.begin() || after == edges.end())
        return std::nullopt;
    const auto bin = static_cast<std::size_t>(after - edges.begin()) - 1;
    const auto text = [this](double ns) { return timeText(m_unit, ns); };
    Reading reading {
        text(edges[bin]) + QChar(0x2013) + text(edges[bin + 1]) + u' ' + unitText(m_unit),
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
