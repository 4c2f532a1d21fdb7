// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spread_chart.h"

#include "ui/charts/chart_text.h"
#include "ui/charts/violin_painter.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/scale.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <algorithm>

namespace ui {

namespace {

using profiler::SpreadVariant;
using profiler::ValueAxis;

constexpr double roomForLabels = 30; ///< rows lower than this carry no figures

Scale scaleOf(ValueAxis axis)
{
    return axis == ValueAxis::Log ? logScale() : linearScale();
}

} // namespace

SpreadChart::SpreadChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Spread"), parent)
{
    hideValueAxis();
    paint(u"main"_qs, Clip::No, [this](QPainter& painter) { paintRows(painter); });
    paint(u"main"_qs, Clip::No, [this](QPainter& painter) { paintHistogram(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintFoot(painter); });
}

void SpreadChart::setSeries(profiler::SpreadSeries series, int focusedVariant)
{
    m_series = std::move(series);
    m_focused = focusedVariant;
    setEmptyText(qt(m_series.whyEmpty));
    if (m_series.whyEmpty.empty()) {
        double smallest = m_series.highNs;
        for (const SpreadVariant& entry : m_series.variants) {
            if (entry.violin.count > 0)
                smallest = std::min(smallest, entry.violin.median);
        }
        m_unit = profiler::unitFor(smallest);
        setTimeTicks(xAxis, m_series.axis == ValueAxis::Log, m_unit, 8);
        const Scale scale = scaleOf(m_series.axis);
        setWholeRange(
            QCPRange(scale.toAxis(m_series.lowNs), scale.toAxis(m_series.highNs)), QCPRange(0, 1));
    }
    replot(QCustomPlot::rpQueuedReplot);
}

void SpreadChart::layOut(const QSize& size)
{
    double longest = 60;
    for (const SpreadVariant& variant : m_series.variants)
        longest = std::max(longest,
            textWidth(
                uiFont(type::caption, QFont::DemiBold), QString::fromStdString(variant.name)));
    const double left = std::min({longest + 32, size.width() * 0.3, 190.0});
    axisRect()->setMargins(QMargins(qRound(std::max(left, 96.0)), 4, 10, 26));
}

double SpreadChart::pixelX(double ns) const
{
    return xAxis->coordToPixel(scaleOf(m_series.axis).toAxis(ns));
}

QRectF SpreadChart::rowOf(std::size_t index) const
{
    const QRectF inside = axisRect()->rect();
    const auto count = static_cast<double>(std::max<std::size_t>(m_series.variants.size(), 1));
    const double pitch = std::clamp(inside.height() * 0.62 / count, 14.0, 46.0);
    return {
        inside.left(), inside.top() + (pitch * static_cast<double>(index)), inside.width(), pitch};
}

QRectF SpreadChart::histogram() const
{
    const QRectF inside = axisRect()->rect();
    const double top
        = m_series.variants.empty() ? inside.top() : rowOf(m_series.variants.size() - 1).bottom();
    return {inside.left(), top + 4, inside.width(), std::max(10.0, inside.bottom() - top - 4)};
}

void SpreadChart::paintRows(QPainter& painter) const
{
    for (std::size_t index = 0; index < m_series.variants.size(); ++index)
        paintRow(painter, m_series.variants[index], rowOf(index), index == 0);
}

void SpreadChart::paintRow(
    QPainter& painter, const SpreadVariant& entry, const QRectF& row, bool first) const
{
    drawVariantName(painter, tokens(), variant(entry.variant),
        QRectF(2, row.top(), row.left() - 8, row.height()), QString::fromStdString(entry.name),
        entry.variant == m_focused ? Emphasis::Focused : Emphasis::Plain);
    if (!entry.whyEmpty.empty()) {
        const QFont font = uiFont(type::caption);
        drawLabel(painter, row.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, font,
            tokens().muted,
            QFontMetricsF(font).elidedText(qt(entry.whyEmpty), Qt::ElideRight, row.width() - 16));
        return;
    }
    const double height = std::min(row.height() - 4, 34.0);
    QRectF body(row.left(), 0, row.width(), height);
    body.moveCenter(QPointF(row.center().x(), row.center().y() + (height < 30 ? 0 : 3)));
    drawViolin(
        painter, tokens(), variant(entry.variant), entry.violin, body,
        [this](double ns) { return pixelX(ns); }, ViolinSize::Full);
    if (row.height() >= roomForLabels)
        paintViolinLabels(painter, entry.violin, body, first);
}

void SpreadChart::paintViolinLabels(
    QPainter& painter, const profiler::Violin& violin, const QRectF& row, bool first) const
{
    const QFont font = uiFont(type::small, QFont::Medium);
    QRectF taken;
    if (violin.p99 && row.contains(QPointF(pixelX(*violin.p99), row.center().y()))) {
        const QString text = (first ? tr("p99 %1") : u"%1"_qs).arg(timeText(m_unit, *violin.p99));
        const double width = textWidth(font, text);
        const double p99 = pixelX(*violin.p99);
        // Over its tick, or beside it where the body of the violin is as near.
        const bool near = p99 - pixelX(violin.median) < (width / 2) + 14;
        const double left = std::min(near ? p99 + 5 : p99 - (width / 2), row.right() - width);
        taken = QRectF(left, row.center().y() - (near ? 17 : 22), width, 14);
        drawLabel(painter, taken, Qt::AlignCenter, font, tokens().muted, text);
    }
    if (pixelX(violin.max) <= row.right())
        return;
    const QString text = tr("slowest %1 →").arg(timeText(m_unit, violin.max));
    const double width = textWidth(font, text);
    drawLabel(painter, QRectF(row.right() - width, row.center().y() + 6, width, 14),
        Qt::AlignCenter, font, tokens().muted, text);
}

double SpreadChart::highestShare() const
{
    double highest = 0;
    for (const SpreadVariant& entry : m_series.variants) {
        for (const double share : entry.shares)
            highest = std::max(highest, share);
    }
    return highest > 0 ? highest : 1;
}

double SpreadChart::shareY(double share) const
{
    const QRectF box = histogram().adjusted(0, 16, 0, 0);
    return box.bottom() - (share / highestShare() * box.height());
}

void SpreadChart::paintHistogram(QPainter& painter) const
{
    if (m_series.edgesNs.empty())
        return;
    const QRectF box = histogram();
    painter.setPen(QPen(tokens().border, 1));
    painter.drawLine(box.topLeft(), box.topRight());
    const int steps = std::clamp(static_cast<int>(box.height() / 28), 1, 4);
    for (const double share : linearCandidates(0, highestShare(), steps)) {
        if (share <= 0)
            continue;
        const double y = shareY(share);
        painter.setPen(QPen(tokens().grid, 1));
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
        drawNote(painter, QRectF(box.left() - 60, y - 8, 52, 16), Qt::AlignRight | Qt::AlignVCenter,
            tickText(share * 100) + u" %"_qs);
    }
    painter.setClipRect(box.adjusted(0, 0, 1, 2));
    for (const SpreadVariant& entry : m_series.variants)
        paintShares(painter, entry);
    painter.setClipping(false);
    painter.setPen(QPen(tokens().muted, 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    // Narrow lines: the labels of the axis stand close beside them.
    qreal y = box.top() + 4;
    for (const QString& words : {tr("share of"), grainWord(), binText()}) {
        drawNote(painter, QRectF(2, y, 88, 14), Qt::AlignLeft | Qt::AlignVCenter, words);
        y += 14;
    }
}

void SpreadChart::paintShares(QPainter& painter, const SpreadVariant& entry) const
{
    if (entry.shares.empty())
        return;
    const VariantStyle style = variant(entry.variant);
    QPolygonF steps;
    const double floor = shareY(0);
    steps << QPointF(pixelX(m_series.edgesNs.front()), floor);
    for (std::size_t bin = 0; bin < entry.shares.size(); ++bin) {
        const double y = shareY(entry.shares[bin]);
        steps << QPointF(pixelX(m_series.edgesNs[bin]), y)
              << QPointF(pixelX(m_series.edgesNs[bin + 1]), y);
    }
    steps << QPointF(pixelX(m_series.edgesNs.back()), floor);
    drawSteps(painter, tokens(), style, steps);
    const auto peak = std::max_element(entry.shares.begin(), entry.shares.end());
    const auto bin = static_cast<std::size_t>(peak - entry.shares.begin());
    const double x = (pixelX(m_series.edgesNs[bin]) + pixelX(m_series.edgesNs[bin + 1])) / 2;
    drawMarker(painter, style, QPointF(x, shareY(*peak) - 8), 9);
}

void SpreadChart::paintFoot(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    drawNote(painter, QRectF(inside.left() - 44, inside.bottom() + 5, 30, 14),
        Qt::AlignRight | Qt::AlignVCenter, unitText(m_unit));
}

QString SpreadChart::grainWord() const
{
    if (m_series.grain == profiler::SpreadGrain::Processes)
        return tr("processes");
    return m_series.grain == profiler::SpreadGrain::Calls ? tr("calls") : tr("rounds");
}

QString SpreadChart::binText() const
{
    if (m_series.axis == ValueAxis::Log || m_series.edgesNs.size() < 2)
        return tr("equal bins");
    const double width = m_series.edgesNs[1] - m_series.edgesNs[0];
    return tr("per %1 %2").arg(tickText(width / nanosecondsIn(m_unit)), unitText(m_unit));
}

std::optional<Reading> SpreadChart::readingAt(QPointF pixel) const
{
    const Scale scale = scaleOf(m_series.axis);
    const double ns = scale.toValue(xAxis->pixelToCoord(pixel.x()));
    const auto bin = binAt(m_series.edgesNs, ns);
    if (!bin)
        return std::nullopt;
    const double low = m_series.edgesNs[*bin];
    const double high = m_series.edgesNs[*bin + 1];
    Reading reading {spanText(m_unit, low, high) + u' ' + unitText(m_unit), scale.toAxis(low),
        scale.toAxis(high), {}};
    for (const SpreadVariant& entry : m_series.variants) {
        if (!entry.shares.empty())
            reading.rows.push_back(
                {entry.variant, QString::fromStdString(entry.name), shareText(entry.shares[*bin])});
    }
    return reading;
}

ChartTable SpreadChart::table() const
{
    ChartTable table {
        title(), {tr("from, %1").arg(unitText(m_unit)), tr("to, %1").arg(unitText(m_unit))}, {}};
    for (const SpreadVariant& entry : m_series.variants)
        table.columns.append(
            tr("%1, % of %2").arg(QString::fromStdString(entry.name), grainWord()));
    const double unit = nanosecondsIn(m_unit);
    const auto share = [](const SpreadVariant& entry, std::size_t bin) {
        return entry.shares.empty() ? QVariant() : QVariant(entry.shares[bin] * 100);
    };
    for (std::size_t bin = 0; bin + 1 < m_series.edgesNs.size(); ++bin) {
        QVariantList row {m_series.edgesNs[bin] / unit, m_series.edgesNs[bin + 1] / unit};
        for (const SpreadVariant& entry : m_series.variants)
            row.append(share(entry, bin));
        table.rows.append(row);
    }
    if (m_series.edgesNs.empty())
        return table;
    QVariantList beyond {m_series.edgesNs.back() / unit, tr("slowest")};
    for (const SpreadVariant& entry : m_series.variants)
        beyond.append(entry.shares.empty() ? QVariant() : QVariant(entry.beyondShare * 100));
    table.rows.append(beyond);
    return table;
}

} // namespace ui
