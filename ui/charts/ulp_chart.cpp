// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ulp_chart.h"

#include "profiler/model/number_text.h"
#include "profiler/report/numerics/module_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/text/text.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double floorCount = 0.5; ///< of the axis: below one value
constexpr std::size_t fewestBuckets = 6;

QString countOf(std::int64_t count)
{
    return qt(profiler::formatCount(count));
}

std::int64_t countAt(const profiler::UlpSeries& series, std::size_t bucket)
{
    return bucket < series.counts.size() ? series.counts[bucket] : 0;
}

} // namespace

UlpChart::UlpChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Distances in units of the last place"), parent)
{
    setTicks(
        xAxis, linearScale(),
        [](double low, double high) {
            auto places = linearCandidates(low, high, 12);
            std::erase_if(
                places, [](double place) { return place < 0 || place != std::round(place); });
            return places;
        },
        [](double bucket) { return qt(profiler::bucketText(static_cast<int>(bucket))); }, 60);
    setTicks(
        yAxis, m_scale, [](double from, double to) { return logCandidates(from, to); },
        [](double count) {
            return count < 1 ? QString() : countOf(static_cast<std::int64_t>(std::llround(count)));
        },
        26);
    axisRect()->setAutoMargins(QCP::msLeft);
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) {
        drawFoot(painter, 20, tr("units in the last place; height: values, log"));
        drawLegend(painter, 43);
    });
}

void UlpChart::setDistances(
    profiler::UlpDistances distances, std::vector<QString> names, int focusedVariant)
{
    m_distances = std::move(distances);
    m_names = std::move(names);
    m_focused = focusedVariant;
    const bool any = m_distances.buckets() > 0;
    setEmptyText(any ? QString() : tr("No two values of one floating type were compared."));
    if (any)
        chooseRange();
    createLegend();
    showSteps();
    describe();
}

void UlpChart::describe()
{
    QStringList words {title()};
    for (std::size_t i = 0; i < m_distances.series.size(); ++i) {
        const auto& series = m_distances.series[i];
        words << tr("%1: %2 of %3 values are equal")
                     .arg(m_names.at(i), countOf(countAt(series, 0)), countOf(series.values()));
    }
    if (words.size() == 1)
        words << emptyText();
    setAccessibleName(words.join(QStringLiteral("; ")));
}

void UlpChart::chooseRange()
{
    const auto buckets = std::max(m_distances.buckets(), fewestBuckets);
    std::int64_t most = 1;
    for (const auto& series : m_distances.series)
        for (const auto count : series.counts)
            most = std::max(most, count);
    constexpr double room = 1.6;
    setWholeRange(QCPRange(-0.5, static_cast<double>(buckets) - 0.5),
        QCPRange(m_scale.toAxis(floorCount), m_scale.toAxis(static_cast<double>(most) * room)));
}

/// A bucket without values goes down to the axis.
void UlpChart::showSteps()
{
    clearGraphs();
    m_curves.clear();
    for (const auto& series : m_distances.series) {
        CurvePoints points;
        for (std::size_t i = 0; i < m_distances.buckets(); ++i) {
            const double height
                = m_scale.toAxis(std::max(floorCount, static_cast<double>(countAt(series, i))));
            const auto at = static_cast<double>(i);
            points.line.append({at - 0.5, height});
            points.line.append({at + 0.5, height});
        }
        m_curves.push_back(addCurve(points, Band::No));
    }
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

int UlpChart::variantOf(profiler::UlpPair pair) const
{
    return pair == profiler::UlpPair::ReferenceToPrecise ? 0 : m_focused;
}

QPen UlpChart::penOf(profiler::UlpPair pair) const
{
    QPen pen = variant(variantOf(pair)).pen(2);
    pen.setStyle(pair == profiler::UlpPair::ResultToReference ? Qt::DotLine : Qt::SolidLine);
    return pen;
}

void UlpChart::createLegend()
{
    std::vector<ChartLegend::Entry> entries;
    for (std::size_t i = 0; i < m_distances.series.size(); ++i)
        entries.push_back({m_names.at(i), 16,
            [this, pair = m_distances.series[i].pair](QPainter& painter, const QRectF& box) {
                painter.setPen(penOf(pair));
                painter.drawLine(
                    QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
            }});
    setLegend(std::move(entries));
}

void UlpChart::restyle()
{
    Chart::restyle();
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const auto pair = m_distances.series[i].pair;
        styleCurve(m_curves[i], penOf(pair), variant(variantOf(pair)).colour, 0);
    }
}

void UlpChart::layOut(const QSize& size)
{
    axisRect()->setMargins(QMargins(0, 10, 14, 46 + legendHeight(size)));
}

std::optional<Reading> UlpChart::readingAt(QPointF pixel) const
{
    if (m_distances.buckets() == 0)
        return std::nullopt;
    const auto last = static_cast<double>(m_distances.buckets()) - 1;
    const double at = std::clamp(std::round(xAxis->pixelToCoord(pixel.x())), 0.0, last);
    const auto bucket = static_cast<std::size_t>(at);
    Reading reading {tr("%1 ULP").arg(qt(profiler::bucketText(static_cast<int>(bucket)))), at - 0.5,
        at + 0.5, {}};
    for (std::size_t i = 0; i < m_distances.series.size(); ++i) {
        const auto& series = m_distances.series[i];
        reading.rows.push_back(
            {variantOf(series.pair), m_names.at(i), countOf(countAt(series, bucket))});
    }
    return reading;
}

ChartTable UlpChart::table() const
{
    ChartTable table {.title = title(), .columns = {tr("from, ULP"), tr("to, ULP")}};
    for (const QString& name : m_names)
        table.columns << tr("%1, values").arg(name);
    for (std::size_t i = 0; i < m_distances.buckets(); ++i) {
        const auto range = profiler::ulpRange(static_cast<int>(i));
        QVariantList row {static_cast<qulonglong>(range.low), static_cast<qulonglong>(range.high)};
        for (const auto& series : m_distances.series)
            row << static_cast<qlonglong>(countAt(series, i));
        table.rows.append(row);
    }
    return table;
}

} // namespace ui
