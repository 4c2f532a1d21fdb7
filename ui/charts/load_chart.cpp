// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/load_chart.h"

#include "profiler/report/serving/serving_sentences.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/figure/chart_parts.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ui {

namespace {

using profiler::OfferedRate;
using profiler::ServedPercentile;

constexpr double loadMarkerSize = 9;
constexpr int numberOfTicks = 6;

const ServedPercentile& medianOf(const OfferedRate& rate)
{
    return rate.latencies[profiler::percentileIndex(profiler::medianPercentile)];
}

QString percentileText(const ServedPercentile& percentile)
{
    if (percentile.ns)
        return durationText(percentile.ns->value.estimate);
    return percentile.unanswered ? QStringLiteral("∞") : QStringLiteral("–");
}

/// Where requests pile up a percentile says for how long they came, and its interval nothing.
std::optional<profiler::Interval> shownInterval(
    const OfferedRate& rate, const ServedPercentile& percentile)
{
    if (!percentile.ns)
        return std::nullopt;
    auto interval = percentile.ns->value;
    if (!rate.sustained)
        interval.low = interval.high = interval.estimate;
    return interval;
}

} // namespace

LoadChart::LoadChart(const Theme& theme, QWidget* parent)
    : CallTimesChart(theme, tr("Latency by rate of requests"), parent)
{
    setTicks(
        xAxis, linearScale(),
        [](double low, double high) { return linearCandidates(low, high, numberOfTicks); },
        [](double rate) { return tickText(rate); }, 40);
    axisRect()->setAutoMargins(QCP::msLeft);
    paint(u"main"_qs, Clip::ToAxes, [this](QPainter& painter) { paintPoints(painter); });
    paint(u"axes"_qs, Clip::ToAxes, [this](QPainter& painter) { paintLimit(painter); });
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) {
        drawFoot(painter, 20, tr("requests a second"));
        drawLegend(painter, 43);
    });
}

void LoadChart::setServed(profiler::ServedCase served, int focusedVariant, std::set<int> hidden)
{
    m_drawn.clear(); // they point into what was served
    m_served = std::move(served);
    m_focused = focusedVariant;
    m_hidden = std::move(hidden);
    collect();
    const bool any = !rates().empty();
    setEmptyText(any ? QString() : tr("No variant answered requests at a given rate."));
    if (any)
        chooseScale();
    createLegend();
    showCurves();
}

void LoadChart::collect()
{
    for (const auto& variant : m_served.variants)
        if (!m_hidden.contains(variant.variant) && !variant.rates.empty())
            m_drawn.push_back({.variant = &variant, .median = {}, .tail = {}});
}

std::vector<double> LoadChart::rates() const
{
    std::set<double> all;
    for (const Drawn& drawn : m_drawn)
        for (const OfferedRate& rate : drawn.variant->rates)
            if (medianOf(rate).ns || rate.tail().ns)
                all.insert(rate.rate);
    return {all.begin(), all.end()};
}

void LoadChart::chooseScale()
{
    double low = std::numeric_limits<double>::max();
    double high = 0;
    for (const Drawn& drawn : m_drawn)
        for (const OfferedRate& rate : drawn.variant->rates)
            for (const auto* each : {&medianOf(rate), &rate.tail()})
                if (const auto interval = shownInterval(rate, *each)) {
                    low = std::min(low, interval->low);
                    high = std::max(high, interval->high);
                }
    if (m_served.limit) {
        low = std::min(low, m_served.limit->ns);
        high = std::max(high, m_served.limit->ns);
    }
    constexpr double severalTimes = 4;
    chooseTime(std::sqrt(low * high), high > severalTimes * low);
    const double most = rates().back();
    const double bottom = isLogarithmic() ? time().toAxis(low) : 0;
    const double top = time().toAxis(high);
    const double room = std::max((top - bottom) * 0.08, std::abs(top) * 1e-3);
    setWholeRange(
        QCPRange(0, most * 1.05), QCPRange(isLogarithmic() ? bottom - room : 0, top + room));
    setTimeTicks(yAxis, isLogarithmic(), unit(), 5, 26);
}

void LoadChart::showCurves()
{
    clearGraphs();
    for (Drawn& drawn : m_drawn) {
        CurvePoints median;
        CurvePoints tail;
        for (const OfferedRate& rate : drawn.variant->rates) {
            if (const auto& middle = medianOf(rate); middle.ns)
                median.line.append({rate.rate, time().toAxis(middle.ns->value.estimate)});
            if (const auto interval = shownInterval(rate, rate.tail())) {
                tail.line.append({rate.rate, time().toAxis(interval->estimate)});
                tail.low.append({rate.rate, time().toAxis(interval->low)});
                tail.high.append({rate.rate, time().toAxis(interval->high)});
            }
        }
        drawn.median = addCurve(median, Band::No);
        drawn.tail = addCurve(tail, Band::Yes);
    }
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

void LoadChart::createLegend()
{
    std::vector<ChartLegend::Entry> entries;
    bool piledUp = false;
    for (const Drawn& drawn : m_drawn) {
        entries.push_back({qt(drawn.variant->name), 10,
            [this, index = drawn.variant->variant](QPainter& painter, const QRectF& box) {
                drawMarker(painter, variant(index), box.center(), loadMarkerSize);
            }});
        piledUp = piledUp || std::ranges::any_of(drawn.variant->rates, [](const OfferedRate& rate) {
            return !rate.sustained;
        });
    }
    const auto line = [this](double width) {
        return [this, width](QPainter& painter, const QRectF& box) {
            painter.setPen(QPen(tokens().muted, width));
            painter.drawLine(
                QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
        };
    };
    entries.push_back({tr("p99"), 18, line(2.6)});
    entries.push_back({tr("median"), 18, line(1)});
    if (piledUp)
        entries.push_back(
            {tr("requests piled up"), 10, [this](QPainter& painter, const QRectF& box) {
                 drawHollowMarker(
                     painter, variant(m_focused), box.center(), loadMarkerSize, tokens().panel);
             }});
    setLegend(std::move(entries));
}

void LoadChart::restyle()
{
    Chart::restyle();
    for (const Drawn& drawn : m_drawn) {
        if (drawn.tail.line == nullptr)
            continue;
        const VariantStyle style = variant(drawn.variant->variant);
        const bool focused = drawn.variant->variant == m_focused;
        styleCurve(drawn.tail, style.pen(focused ? 2.6 : 2), style.colour,
            tokens().tints ? (focused ? 0.24F : 0.1F) : 0.0F);
        styleCurve(drawn.median, style.pen(1), style.colour, 0.0F);
    }
}

void LoadChart::layOut(const QSize& size)
{
    axisRect()->setMargins(QMargins(0, 10, 14, 46 + legendHeight(size)));
}

QPointF LoadChart::pixelOf(double rate, double ns) const
{
    return {xAxis->coordToPixel(rate), yAxis->coordToPixel(time().toAxis(ns))};
}

void LoadChart::paintPoints(QPainter& painter) const
{
    for (const Drawn& drawn : m_drawn) {
        const VariantStyle style = variant(drawn.variant->variant);
        for (const OfferedRate& rate : drawn.variant->rates) {
            if (!rate.tail().ns)
                continue;
            const QPointF at = pixelOf(rate.rate, rate.tail().ns->value.estimate);
            if (rate.sustained)
                drawMarker(painter, style, at, loadMarkerSize - 2);
            else
                drawHollowMarker(painter, style, at, loadMarkerSize, tokens().panel);
        }
    }
}

void LoadChart::paintLimit(QPainter& painter) const
{
    if (!m_served.limit)
        return;
    const QRectF box = axisRect()->rect();
    const double y = yAxis->coordToPixel(time().toAxis(m_served.limit->ns));
    if (y < box.top() || y > box.bottom())
        return;
    QPen pen(tokens().text, 1.2);
    pen.setDashPattern({5, 4});
    painter.setPen(pen);
    painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
    constexpr double line = 16;
    const bool below = y - line < box.top();
    drawLabel(painter, QRectF(box.left() + 6, below ? y + 1 : y - line, box.width() - 12, line),
        Qt::AlignLeft | Qt::AlignVCenter, uiFont(type::small, QFont::DemiBold), tokens().text,
        tr("p99 limit %1").arg(durationText(m_served.limit->ns)));
}

std::optional<Reading> LoadChart::readingAt(QPointF pixel) const
{
    const auto all = rates();
    if (all.empty())
        return std::nullopt;
    const double place = xAxis->pixelToCoord(pixel.x());
    const auto nearest = *std::ranges::min_element(
        all, {}, [place](double rate) { return std::abs(rate - place); });
    Reading reading {tr("%1 requests a second").arg(numberText(nearest, 3)), nearest, nearest, {}};
    for (const Drawn& drawn : m_drawn)
        for (const OfferedRate& rate : drawn.variant->rates) {
            if (rate.rate != nearest)
                continue;
            QString value = tr("p99 %1, median %2")
                                .arg(percentileText(rate.tail()), percentileText(medianOf(rate)));
            if (!rate.sustained)
                value += tr(", requests piled up");
            reading.rows.push_back({drawn.variant->variant, qt(drawn.variant->name), value});
        }
    return reading;
}

ChartTable LoadChart::table() const
{
    const QString word = unitText(unit());
    const double ns = nanosecondsIn(unit());
    ChartTable table {.title = title(),
        .columns = {tr("variant"), tr("offered, requests/s"), tr("answered, requests/s"),
            tr("median, %1").arg(word), tr("p99, %1").arg(word), tr("p99 low"), tr("p99 high"),
            tr("kept up")}};
    for (const Drawn& drawn : m_drawn)
        for (const OfferedRate& rate : drawn.variant->rates) {
            const auto cell
                = [ns](const ServedPercentile& percentile, double profiler::Interval::*part) {
                      return percentile.ns ? QVariant(percentile.ns->value.*part / ns)
                                           : missing(qt(profiler::whyNoPercentile(percentile)));
                  };
            table.rows.append(QVariantList {qt(drawn.variant->name), rate.rate, rate.achieved,
                cell(medianOf(rate), &profiler::Interval::estimate),
                cell(rate.tail(), &profiler::Interval::estimate),
                cell(rate.tail(), &profiler::Interval::low),
                cell(rate.tail(), &profiler::Interval::high),
                rate.sustained ? tr("yes") : tr("no")});
        }
    return table;
}

} // namespace ui
