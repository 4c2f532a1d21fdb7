// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_chart.h"

#include "profiler/model/number_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/text/text.h"
#include "ui/theme/shapes.h"

#include <algorithm>

namespace ui {

namespace {

constexpr double memoryMarkerSize = 9;
constexpr double ringSize = 13;
constexpr int digits = 3;
constexpr double microsecond = 1e3;
constexpr double millisecond = 1e6;

} // namespace

MemoryChart::MemoryChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Memory over a call"), parent)
{
    axisRect()->setAutoMargins(QCP::msLeft);
    setTicks(
        xAxis, linearScale(),
        [](double low, double high) { return linearCandidates(low, high, 6); },
        [this](double value) { return timeText(value); }, 60);
    setTicks(
        yAxis, linearScale(),
        [](double low, double high) { return linearCandidates(low, high, 5); },
        [this](double value) { return bytesText(value); }, 26);
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { drawPeaks(painter); });
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) {
        drawFoot(painter, 20, tr("from the beginning of each call, traced"));
        drawLegend(painter, 43);
    });
}

void MemoryChart::setSeries(std::vector<Series> series, int focusedVariant)
{
    m_focused = focusedVariant;
    m_drawn.clear();
    std::erase_if(series, [](const Series& each) { return each.history->timesNs.empty(); });
    chooseUnits(series);
    collect(series);
    setEmptyText(m_drawn.empty() ? tr("Nothing told what is in use over a call.") : QString());
    if (!m_drawn.empty())
        chooseRange();
    createLegend();
    showCurves();
}

void MemoryChart::chooseUnits(const std::vector<Series>& series)
{
    std::int64_t longest = 0;
    std::int64_t most = 1;
    for (const Series& each : series) {
        longest = std::max(longest, each.history->endNs - each.history->startNs);
        most = std::max(most, each.history->peakBytes);
    }
    const bool isShort = static_cast<double>(longest) < millisecond;
    m_nsPerUnit = isShort ? microsecond : millisecond;
    m_timeUnit = isShort ? QStringLiteral("µs") : QStringLiteral("ms");
    const auto unit = profiler::byteUnitFor(static_cast<double>(most), static_cast<double>(most));
    m_bytesPerUnit = unit.bytes;
    m_byteUnit = qt(unit.name);
}

/// A reading holds until the next one, the last until the end of the call.
void MemoryChart::collect(const std::vector<Series>& series)
{
    for (const Series& each : series) {
        const auto& history = *each.history;
        const auto place = [&](std::int64_t timeNs) {
            return static_cast<double>(timeNs - history.startNs) / m_nsPerUnit;
        };
        Drawn drawn {.variant = each.variant, .name = each.name};
        for (std::size_t i = 0; i < history.timesNs.size(); ++i) {
            drawn.times.push_back(place(history.timesNs[i]));
            drawn.bytes.push_back(static_cast<double>(history.bytes[i]) / m_bytesPerUnit);
        }
        drawn.times.push_back(std::max(place(history.endNs), drawn.times.back()));
        drawn.bytes.push_back(drawn.bytes.back());
        drawn.peak
            = {place(history.peakNs), static_cast<double>(history.peakBytes) / m_bytesPerUnit};
        m_drawn.push_back(std::move(drawn));
    }
}

/// From nothing at all: areas of memory are compared.
void MemoryChart::chooseRange()
{
    constexpr double headroom = 1.12;
    double end = 0;
    double most = 0;
    for (const Drawn& drawn : m_drawn) {
        end = std::max(end, drawn.times.back());
        most = std::max(most, drawn.peak.y());
    }
    setWholeRange(QCPRange(0, std::max(end, 1e-3)), QCPRange(0, std::max(most * headroom, 1e-6)));
}

void MemoryChart::showCurves()
{
    clearGraphs();
    for (Drawn& drawn : m_drawn) {
        CurvePoints points;
        for (std::size_t i = 0; i < drawn.times.size(); ++i)
            points.line.append({drawn.times[i], drawn.bytes[i]});
        drawn.curve = addCurve(points, Band::No);
        drawn.curve.line->setLineStyle(QCPGraph::lsStepLeft);
    }
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

void MemoryChart::createLegend()
{
    std::vector<ChartLegend::Entry> entries;
    for (const Drawn& drawn : m_drawn)
        entries.push_back(
            {drawn.name, 14, [this, index = drawn.variant](QPainter& painter, const QRectF& box) {
                 drawMarker(painter, variant(index), box.center(), memoryMarkerSize);
             }});
    setLegend(std::move(entries));
}

void MemoryChart::drawPeaks(QPainter& painter) const
{
    for (const Drawn& drawn : m_drawn) {
        const QPointF at(xAxis->coordToPixel(drawn.peak.x()), yAxis->coordToPixel(drawn.peak.y()));
        if (axisRect()->rect().adjusted(-1, -1, 1, 1).contains(at.toPoint()))
            drawRingedMarker(painter, drawn.variant, at, ringSize, memoryMarkerSize);
    }
}

void MemoryChart::restyle()
{
    Chart::restyle();
    for (const Drawn& drawn : m_drawn)
        if (drawn.curve.line != nullptr) {
            const VariantStyle style = variant(drawn.variant);
            styleCurve(
                drawn.curve, style.pen(drawn.variant == m_focused ? 2.6 : 2), style.colour, 0);
        }
}

void MemoryChart::layOut(const QSize& size)
{
    axisRect()->setMargins(QMargins(0, 10, 14, 46 + legendHeight(size)));
}

QString MemoryChart::bytesText(double value) const
{
    return qt(profiler::formatNumber(value, digits)) + u' ' + m_byteUnit;
}

QString MemoryChart::timeText(double value) const
{
    return qt(profiler::formatNumber(value, digits)) + u' ' + m_timeUnit;
}

std::optional<Reading> MemoryChart::readingAt(QPointF pixel) const
{
    if (m_drawn.empty())
        return std::nullopt;
    const double time = std::max(0.0, xAxis->pixelToCoord(pixel.x()));
    Reading reading {timeText(time), time, time, {}};
    for (const Drawn& drawn : m_drawn) {
        const auto after = std::ranges::upper_bound(drawn.times, time);
        const auto index = after - drawn.times.begin();
        const bool ended = time > drawn.times.back();
        reading.rows.push_back({drawn.variant, drawn.name,
            index == 0 || ended ? QStringLiteral("–")
                                : bytesText(drawn.bytes[static_cast<std::size_t>(index) - 1])});
    }
    return reading;
}

/// Every reading of every variant, one below the other: their times differ.
ChartTable MemoryChart::table() const
{
    ChartTable table {.title = title(),
        .columns
        = {tr("variant"), tr("time (%1)").arg(m_timeUnit), tr("in use (%1)").arg(m_byteUnit)}};
    for (const Drawn& drawn : m_drawn)
        for (std::size_t i = 0; i < drawn.times.size(); ++i)
            table.rows.append({drawn.name, drawn.times[i], drawn.bytes[i]});
    return table;
}

} // namespace ui
