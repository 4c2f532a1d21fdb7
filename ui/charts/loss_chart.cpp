// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/loss_chart.h"

#include "profiler/model/number_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/text/text.h"
#include "ui/theme/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

namespace {

constexpr double lossMarkerSize = 9;

bool isExact(const profiler::LossSeries& series)
{
    return series.precision == profiler::LossPrecision::Fp64;
}

using Losses = std::vector<std::optional<double>>;

/// None where a curve has no value or both have the same: 0 has no logarithm.
Losses distances(const Losses& of, const Losses& from)
{
    Losses apart(of.size());
    for (std::size_t i = 0; i < std::min(of.size(), from.size()); ++i)
        if (of[i] && from[i] && *of[i] != *from[i])
            apart[i] = std::abs(*of[i] - *from[i]);
    return apart;
}

QString lossText(double value)
{
    return qt(profiler::formatNumber(value, 3));
}

} // namespace

LossChart::LossChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Loss of each step"), parent)
{
    setTicks(
        xAxis, linearScale(),
        [](double low, double high) {
            auto places = linearCandidates(low, high, 6);
            std::erase_if(places, [](double place) { return place != std::round(place); });
            return places;
        },
        [](double step) { return QString::number(std::llround(step)); }, 40);
    axisRect()->setAutoMargins(QCP::msLeft);
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) {
        drawFoot(painter, 20, tr("step"));
        drawLegend(painter, 43);
    });
}

void LossChart::setCurves(profiler::LossCurves curves, std::vector<QString> names, LossView view,
    int focusedVariant, std::set<int> hidden)
{
    m_drawn.clear(); // they point into the curves
    m_curves = std::move(curves);
    m_names = std::move(names);
    m_view = view;
    m_focused = focusedVariant;
    m_hidden = std::move(hidden);
    collect();
    setEmptyText(curveCount() > 0      ? QString()
            : m_view == LossView::Loss ? tr("No loss of a step is known.")
                                       : tr("No loss of a step differs from the baseline's."));
    if (curveCount() > 0)
        chooseRange();
    createLegend();
    showCurves();
}

std::size_t LossChart::curveCount() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_drawn, [](const Drawn& drawn) {
        return std::ranges::any_of(
            drawn.values, [](const auto& value) { return value.has_value(); });
    }));
}

void LossChart::collect()
{
    const auto* baseline = m_curves.seriesOf(0);
    for (const auto& series : m_curves.series) {
        if (!isExact(series) && series.variant != 0 && m_hidden.contains(series.variant))
            continue;
        Drawn drawn {.series = &series, .values = series.losses, .curve = {}};
        if (m_view == LossView::Distance) {
            if (baseline == nullptr || &series == baseline)
                continue;
            drawn.values = distances(series.losses, baseline->losses);
        }
        m_drawn.push_back(std::move(drawn));
    }
}

std::size_t LossChart::steps() const
{
    std::size_t most = 0;
    for (const Drawn& drawn : m_drawn)
        most = std::max(most, drawn.values.size());
    return most;
}

void LossChart::chooseRange()
{
    m_scale = m_view == LossView::Distance ? logScale() : linearScale();
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const Drawn& drawn : m_drawn)
        for (const auto& value : drawn.values)
            if (value) {
                low = std::min(low, m_scale.toAxis(*value));
                high = std::max(high, m_scale.toAxis(*value));
            }
    const double room = std::max((high - low) * 0.08, std::abs(high) * 1e-3 + 1e-9);
    setWholeRange(
        QCPRange(0.5, static_cast<double>(steps()) + 0.5), QCPRange(low - room, high + room));
    const bool log = m_view == LossView::Distance;
    setTicks(
        yAxis, m_scale,
        [log](double from, double to) {
            return log ? logCandidates(from, to) : linearCandidates(from, to, 5);
        },
        [](double value) { return lossText(value); }, 26);
}

/// A step without a value parts the line.
void LossChart::showCurves()
{
    clearGraphs();
    for (Drawn& drawn : m_drawn) {
        CurvePoints points;
        for (std::size_t i = 0; i < drawn.values.size(); ++i) {
            const double place = drawn.values[i] ? m_scale.toAxis(*drawn.values[i])
                                                 : std::numeric_limits<double>::quiet_NaN();
            points.line.append({static_cast<double>(i + 1), place});
        }
        drawn.curve = addCurve(points, Band::No);
    }
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

QString LossChart::nameOf(const profiler::LossSeries& series) const
{
    const QString name = m_names.at(static_cast<std::size_t>(series.variant));
    return isExact(series) ? tr("%1 in fp64").arg(name) : name;
}

void LossChart::createLegend()
{
    std::vector<ChartLegend::Entry> entries;
    for (const Drawn& drawn : m_drawn)
        entries.push_back({nameOf(*drawn.series), 14,
            [this, index = drawn.series->variant, exact = isExact(*drawn.series)](
                QPainter& painter, const QRectF& box) {
                if (!exact)
                    return drawMarker(painter, variant(index), box.center(), lossMarkerSize);
                painter.setPen(QPen(variant(index).colour, 2, Qt::DotLine));
                painter.drawLine(
                    QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
            }});
    setLegend(std::move(entries));
}

void LossChart::restyle()
{
    Chart::restyle();
    for (const Drawn& drawn : m_drawn) {
        if (drawn.curve.line == nullptr)
            continue;
        const VariantStyle style = variant(drawn.series->variant);
        QPen pen = style.pen(drawn.series->variant == m_focused ? 2.6 : 2);
        if (isExact(*drawn.series))
            pen.setStyle(Qt::DotLine);
        styleCurve(drawn.curve, pen, style.colour, 0);
    }
}

void LossChart::layOut(const QSize& size)
{
    axisRect()->setMargins(QMargins(0, 10, 14, 46 + legendHeight(size)));
}

std::optional<Reading> LossChart::readingAt(QPointF pixel) const
{
    const auto last = static_cast<double>(steps());
    if (last < 1)
        return std::nullopt;
    const double step = std::clamp(std::round(xAxis->pixelToCoord(pixel.x())), 1.0, last);
    const auto index = static_cast<std::size_t>(step) - 1;
    Reading reading {tr("step %1").arg(index + 1), step, step, {}};
    for (const Drawn& drawn : m_drawn) {
        const bool has = index < drawn.values.size() && drawn.values[index];
        reading.rows.push_back({drawn.series->variant, nameOf(*drawn.series),
            has ? qt(profiler::formatNumber(*drawn.values[index], 6)) : QStringLiteral("–")});
    }
    return reading;
}

ChartTable LossChart::table() const
{
    ChartTable table {.title = title(), .columns = {tr("step")}};
    for (const Drawn& drawn : m_drawn)
        table.columns << nameOf(*drawn.series);
    for (std::size_t i = 0; i < steps(); ++i) {
        QVariantList cells {static_cast<qlonglong>(i + 1)};
        for (const Drawn& drawn : m_drawn)
            cells << (i < drawn.values.size() && drawn.values[i] ? QVariant(*drawn.values[i])
                                                                 : QVariant());
        table.rows.append(cells);
    }
    return table;
}

} // namespace ui
