// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/payback_chart.h"

#include "profiler/model/clocks.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/figure/label_layout.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

using profiler::nsPerSecond;
constexpr double straightNs = 4 * nsPerSecond; ///< the time axis is straight up to about here
constexpr int pointsPerLine = 170; ///< a segment is 3 to 6 px long
constexpr int pointsPerDashedLine = 120; ///< with more they are slow to draw
constexpr double paybackMarkerSize = 11;

bool isWarm(const profiler::PaybackLine& line)
{
    return line.cache == profiler::CompileCache::Kept;
}

Scale timeScale()
{
    return inverseHyperbolicSine(straightNs);
}

} // namespace

PaybackChart::PaybackChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Payback"), parent)
{
    createAxes();
    // Also where no line is drawn; the plot owns it.
    new PaintedLayer(
        this, u"background"_qs, Clip::ToAxes, [this](QPainter& painter) { paintGround(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintZeroAndHorizon(painter); });
    paint(u"legend"_qs, Clip::ToAxes, [this](QPainter& painter) { paintCrossings(painter); });
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) {
        drawFoot(painter, 20, tr("calls in one process"));
        drawLegend(painter, 43);
    });
}

void PaybackChart::createAxes()
{
    setTicks(xAxis, logScale(), logCandidates, tickText);
    setTicks(
        yAxis, timeScale(),
        [](double low, double high) { return symmetricCandidates(low, high, 10 * nsPerSecond); },
        [](double ns) { return ns == 0 ? u"0"_qs : tickText(ns / nsPerSecond) + u" s"_qs; }, 24);
    axisRect()->setAutoMargins(QCP::msLeft);
}

void PaybackChart::setSeries(profiler::PaybackSeries series, int focusedVariant)
{
    m_series = std::move(series);
    m_focused = focusedVariant;
    setEmptyText(qt(m_series.whyEmpty));
    createGraphs();
    createLegend();
    setWholeRange(QCPRange(std::log10(m_series.fromCalls), std::log10(m_series.toCalls)),
        QCPRange(timeScale().toAxis(m_series.lowestNs), timeScale().toAxis(m_series.highestNs)));
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

void PaybackChart::setHorizon(std::optional<std::int64_t> calls)
{
    m_series.horizonCalls = calls;
    replot(QCustomPlot::rpQueuedReplot);
}

void PaybackChart::createGraphs()
{
    clearGraphs();
    m_curves.clear();
    const double from = std::log10(m_series.fromCalls);
    const double to = std::log10(m_series.toCalls);
    for (const profiler::PaybackLine& line : m_series.lines) {
        CurvePoints points;
        const int count = isWarm(line) ? pointsPerDashedLine : pointsPerLine;
        for (int i = 0; i < count; ++i) {
            const double x = from + ((to - from) * i / (count - 1));
            const profiler::Interval saved = savedAfter(line, std::pow(10.0, x));
            points.line.append({x, timeScale().toAxis(saved.estimate)});
            points.low.append({x, timeScale().toAxis(saved.low)});
            points.high.append({x, timeScale().toAxis(saved.high)});
        }
        m_curves.push_back(addCurve(points, isWarm(line) ? Band::No : Band::Yes));
        if (!isWarm(line))
            m_curves.back().high->setAntialiasedFill(false); // its edge is a faint tint
    }
}

void PaybackChart::createLegend()
{
    std::vector<ChartLegend::Entry> entries;
    bool warm = false;
    for (const profiler::PaybackLine& line : m_series.lines) {
        warm = warm || isWarm(line);
        if (isWarm(line))
            continue;
        entries.push_back({QString::fromStdString(line.name), 10,
            [this, index = line.variant](QPainter& painter, const QRectF& box) {
                drawMarker(painter, variant(index), box.center(), 9);
            }});
    }
    const auto sample = [this](Qt::PenStyle style) {
        return [this, style](QPainter& painter, const QRectF& box) {
            painter.setPen(QPen(tokens().muted, 2, style, Qt::FlatCap));
            painter.drawLine(
                QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
        };
    };
    entries.push_back({tr("cold"), 22, sample(Qt::SolidLine)});
    if (warm)
        entries.push_back({tr("warm cache"), 22, sample(Qt::DashLine)});
    setLegend(std::move(entries));
}

/// Wide bands of many variants would cover each other: the focused one stands out then.
float PaybackChart::bandAlpha(int variant) const
{
    constexpr std::size_t few = 4; // lines: two variants, cold and warm
    if (!tokens().tints)
        return 0;
    return variant == m_focused || m_series.lines.size() <= few ? 0.22F : 0.07F;
}

void PaybackChart::restyle()
{
    Chart::restyle();
    for (std::size_t index = 0; index < m_curves.size(); ++index) {
        const profiler::PaybackLine& line = m_series.lines[index];
        const QColor colour = variant(line.variant).colour;
        // Dashes mean a warm cache here, so every cold line is solid.
        QPen pen(
            colour, line.variant == m_focused ? 2.6 : 2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
        if (isWarm(line)) {
            pen.setWidthF(1.8);
            pen.setDashPattern({4, 2.5});
        }
        styleCurve(m_curves[index], pen, colour, bandAlpha(line.variant));
    }
}

void PaybackChart::layOut(const QSize& size)
{
    axisRect()->setMargins(QMargins(0, 6, 8, 44 + legendHeight(size)));
}

double PaybackChart::pixelX(double calls) const
{
    return xAxis->coordToPixel(std::log10(calls));
}

double PaybackChart::pixelY(double savedNs) const
{
    return yAxis->coordToPixel(timeScale().toAxis(savedNs));
}

void PaybackChart::paintGround(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    const double zero = std::clamp(pixelY(0), inside.top(), inside.bottom());
    if (tokens().tints)
        painter.fillRect(QRectF(inside.left(), zero, inside.width(), inside.bottom() - zero),
            blend(tokens().muted, tokens().panel, 0.09));
}

QRectF PaybackChart::horizonLabel() const
{
    if (!m_series.horizonCalls)
        return {};
    const QRectF inside = axisRect()->rect();
    const double x = pixelX(static_cast<double>(*m_series.horizonCalls));
    const QString text
        = tr("your horizon: %1").arg(counted(*m_series.horizonCalls, tr("call"), tr("calls")));
    const double width = textWidth(uiFont(type::small, QFont::DemiBold), text);
    const bool left = x - width - 8 >= inside.left();
    return {left ? x - width - 6 : x + 6, inside.top() + 4, width, 16};
}

void PaybackChart::paintZeroAndHorizon(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    painter.setClipRect(inside.adjusted(0, 0, 1, 1));
    const double zero = pixelY(0);
    painter.setPen(QPen(tokens().muted, 1.2));
    painter.drawLine(QPointF(inside.left(), zero), QPointF(inside.right(), zero));
    const QRectF words(inside.left(), zero, inside.width() - 6, 0);
    const auto side = Qt::AlignRight | Qt::AlignVCenter;
    drawNote(painter, words.adjusted(0, -19, 0, -2), side, tr("time saved"));
    drawNote(painter, words.adjusted(0, 2, 0, 19), side, tr("still paying"));
    if (!m_series.horizonCalls)
        return;
    const double x = pixelX(static_cast<double>(*m_series.horizonCalls));
    painter.setPen(QPen(tokens().text, 1.3, Qt::DashLine));
    painter.drawLine(QPointF(x, inside.top() + 4), QPointF(x, inside.bottom()));
    drawLabel(painter, horizonLabel(), Qt::AlignLeft | Qt::AlignVCenter,
        uiFont(type::small, QFont::DemiBold), tokens().text,
        tr("your horizon: %1").arg(counted(*m_series.horizonCalls, tr("call"), tr("calls"))));
}

std::vector<QRectF> PaybackChart::takenByCurves() const
{
    std::vector<QRectF> taken;
    const QRectF inside = axisRect()->rect();
    constexpr double stepPixels = 5;
    for (const profiler::PaybackLine& line : m_series.lines) {
        const auto heightAt = [&](double x) {
            return pixelY(savedAfter(line, std::pow(10.0, xAxis->pixelToCoord(x))).estimate);
        };
        double end = heightAt(inside.left());
        const int steps = static_cast<int>(std::ceil(inside.width() / stepPixels));
        for (int i = 0; i < steps; ++i) {
            const double x = inside.left() + i * stepPixels;
            const double y = std::exchange(end, heightAt(x + stepPixels));
            taken.push_back(QRectF(QPointF(x, y), QPointF(x + stepPixels, end))
                                .normalized()
                                .adjusted(-1, -2, 1, 2));
        }
    }
    return taken;
}

std::vector<PaybackChart::Crossing> PaybackChart::crossings() const
{
    std::vector<Crossing> crossings;
    const QRectF inside = axisRect()->rect();
    for (std::size_t index = 0; index < m_series.lines.size(); ++index) {
        const auto& crossing = m_series.lines[index].crossing;
        if (!crossing)
            continue;
        const QPointF at(pixelX(static_cast<double>(crossing->calls)), pixelY(0));
        if (!inside.contains(at))
            continue;
        const QString calls = countText(crossing->calls);
        crossings.push_back({index, at,
            isWarm(m_series.lines[index]) ? tr("%1 warm cache").arg(calls) : calls, {}});
    }
    // The focused variant gets the place beside its marker.
    std::stable_partition(crossings.begin(), crossings.end(), [this](const Crossing& crossing) {
        return m_series.lines[crossing.line].variant == m_focused;
    });
    std::vector<QRectF> taken = takenByCurves();
    if (m_series.horizonCalls)
        taken.push_back(horizonLabel());
    const double zero = pixelY(0);
    taken.emplace_back(inside.right() - 76, zero - 19, 76, 38);
    taken.emplace_back(inside.left(), zero - 1, inside.width(), 2);
    std::vector<PointLabel> labels;
    const QFont font = uiFont(type::small, QFont::DemiBold);
    for (const Crossing& crossing : crossings) {
        taken.emplace_back(crossing.at - QPointF(7, 7), QSizeF(14, 14));
        labels.push_back(
            {crossing.at, QSizeF(textWidth(font, crossing.text) + 2, 15), paybackMarkerSize / 2});
    }
    const auto places = placeBesidePoints(labels, inside.adjusted(2, 2, -2, -2), taken);
    for (std::size_t i = 0; i < crossings.size(); ++i)
        crossings[i].label = places[i];
    return crossings;
}

void PaybackChart::paintCrossings(QPainter& painter) const
{
    const auto all = crossings();
    for (const Crossing& crossing : all) {
        if (crossing.label.isEmpty())
            continue;
        const QRectF& label = crossing.label;
        const QPointF nearest(std::clamp(crossing.at.x(), label.left(), label.right()),
            std::clamp(crossing.at.y(), label.top(), label.bottom()));
        // A label that had to move away stays tied to its marker.
        if (QLineF(nearest, crossing.at).length() > 12) {
            painter.setPen(QPen(variant(m_series.lines[crossing.line].variant).colour, 1));
            painter.drawLine(nearest, crossing.at);
        }
    }
    for (std::size_t i = all.size(); i-- > 0;)
        paintCrossing(painter, all[i]);
}

void PaybackChart::paintCrossing(QPainter& painter, const Crossing& crossing) const
{
    const profiler::PaybackLine& line = m_series.lines[crossing.line];
    if (isWarm(line))
        drawHollowMarker(
            painter, variant(line.variant), crossing.at, paybackMarkerSize, tokens().panel);
    else
        drawRingedMarker(
            painter, line.variant, crossing.at, paybackMarkerSize + 3, paybackMarkerSize);
    drawLabel(painter, crossing.label, Qt::AlignCenter, uiFont(type::small, QFont::DemiBold),
        tokens().text, crossing.text);
}

std::optional<Reading> PaybackChart::readingAt(QPointF pixel) const
{
    if (m_series.lines.empty())
        return std::nullopt;
    const double place = xAxis->pixelToCoord(pixel.x());
    const double calls = std::max(1.0, std::round(std::pow(10.0, place)));
    Reading reading {tr("after %1 calls").arg(countText(std::llround(calls))), place, place, {}};
    for (const profiler::PaybackLine& line : m_series.lines) {
        QString name = QString::fromStdString(line.name);
        if (isWarm(line))
            name += tr(", warm cache");
        reading.rows.push_back(
            {line.variant, name, signedDurationText(savedAfter(line, calls).estimate)});
    }
    return reading;
}

ChartTable PaybackChart::table() const
{
    ChartTable table {title(),
        {tr("variant"), tr("cache"), tr("total, s"), tr("saved per call, ms"),
            tr("paid back after, calls"), tr("at least"), tr("at most"), tr("time until then, s")},
        {}};
    const auto missing = [](const QString& reason) { return QVariant(u"– ("_qs + reason + u')'); };
    for (const profiler::PaybackLine& line : m_series.lines) {
        QVariantList row {QString::fromStdString(line.name), isWarm(line) ? tr("warm") : tr("cold"),
            line.costNs.estimate / nsPerSecond, line.savedNs.estimate / 1e6};
        if (line.crossing) {
            row << QVariant::fromValue<qlonglong>(line.crossing->calls)
                << QVariant::fromValue<qlonglong>(line.crossing->low)
                << (line.crossing->high ? QVariant::fromValue<qlonglong>(*line.crossing->high)
                                        : missing(tr("open")))
                << line.crossing->runTimeNs / nsPerSecond;
        } else {
            row << missing(tr("never")) << QVariant() << QVariant() << QVariant();
        }
        table.rows.append(row);
    }
    return table;
}

} // namespace ui
