// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/process_dots_chart.h"

#include "profiler/report/text/enum_text.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/figure/chart_parts.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

using profiler::ProcessDot;
using profiler::ProcessRow;

QString signedPercent(double percent)
{
    const QString text = tickText(percent);
    return percent > 0 ? u'+' + text : text;
}

double farthest(const ProcessRow& row)
{
    double reach = 0;
    for (const ProcessDot& dot : row.dots) {
        reach = std::max({reach, std::abs(dot.value), std::abs(dot.low.value_or(dot.value)),
            std::abs(dot.high.value_or(dot.value))});
    }
    return reach;
}

} // namespace

ProcessDotsChart::ProcessDotsChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("One dot per fresh process"), parent)
{
    hideValueAxis();
    setTicks(
        xAxis, linearScale(),
        [](double low, double high) { return linearCandidates(low, high, 6); }, signedPercent, 28);
    paint(u"background"_qs, Clip::ToAxes, [this](QPainter& painter) { paintNoise(painter); });
    paint(u"main"_qs, Clip::No, [this](QPainter& painter) { paintRows(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintFoot(painter); });
}

void ProcessDotsChart::setSeries(profiler::ProcessSeries series, int focusedVariant)
{
    m_series = std::move(series);
    m_focused = focusedVariant;
    setEmptyText(qt(m_series.whyEmpty));
    double reach = m_series.noisePercent.value_or(0) * 1.4;
    double smallest = 1e300;
    for (const ProcessRow& row : m_series.rows) {
        reach = std::max(reach, farthest(row) * 1.15);
        if (row.median.ns)
            smallest = std::min(smallest, *row.median.ns);
    }
    if (smallest < 1e300)
        m_unit = profiler::unitFor(smallest);
    reach = std::max(reach, 0.1);
    setWholeRange(QCPRange(-reach, reach), QCPRange(0, 1));
    replot(QCustomPlot::rpQueuedReplot);
}

QString ProcessDotsChart::intervalText(const profiler::Percentile& median) const
{
    if (!median.lowNs || !median.highNs)
        return {};
    return u" ("_qs + spanText(m_unit, *median.lowNs, *median.highNs) + u')';
}

void ProcessDotsChart::layOut(const QSize& size)
{
    const QFont bold = uiFont(type::caption, QFont::DemiBold);
    double names = 60;
    double medians = 60;
    for (const ProcessRow& row : m_series.rows) {
        names = std::max(names, textWidth(bold, QString::fromStdString(row.name)) + 24);
        if (row.median.ns)
            medians = std::max(medians,
                textWidth(bold, timeText(m_unit, *row.median.ns))
                    + textWidth(uiFont(type::caption), intervalText(row.median)));
    }
    names = std::min({names, size.width() * 0.28, 170.0});
    medians = std::min(medians, size.width() * 0.34);
    axisRect()->setMargins(QMargins(qRound(names + 8), 18, qRound(medians + 20), 42));
}

QRectF ProcessDotsChart::boxOf(std::size_t row) const
{
    const QRectF inside = axisRect()->rect();
    const double pitch = std::min(40.0,
        inside.height() / static_cast<double>(std::max<std::size_t>(m_series.rows.size(), 1)));
    return {
        inside.left(), inside.top() + (pitch * static_cast<double>(row)), inside.width(), pitch};
}

void ProcessDotsChart::paintNoise(QPainter& painter) const
{
    const double noise = m_series.noisePercent.value_or(0);
    drawNoise(painter, xAxis->coordToPixel(-noise), xAxis->coordToPixel(noise),
        xAxis->coordToPixel(0), 1.2);
}

void ProcessDotsChart::paintRows(QPainter& painter) const
{
    const QFont font = uiFont(type::small);
    const QRectF inside = axisRect()->rect();
    drawNote(painter,
        QRectF(inside.right(), inside.top() - 18, viewport().right() - inside.right() - 1, 15),
        Qt::AlignRight | Qt::AlignVCenter, tr("median, %1").arg(unitText(m_unit)));
    for (std::size_t index = 0; index < m_series.rows.size(); ++index) {
        const ProcessRow& row = m_series.rows[index];
        const QRectF box = boxOf(index);
        const QRectF name(2, box.top(), box.left() - 10, box.height());
        const VariantStyle style = variant(row.variant);
        const bool focused = row.variant == m_focused && !row.again;
        drawVariantName(painter, tokens(), style, name, QString::fromStdString(row.name),
            focused ? Emphasis::Focused : Emphasis::Plain);
        if (row.again)
            drawHollowMarker(
                painter, style, QPointF(name.left() + 5, box.center().y()), 9, tokens().panel);
        if (row.dots.empty()) {
            drawNote(painter, box.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                QFontMetricsF(font).elidedText(
                    qt(row.whyEmpty), Qt::ElideRight, viewport().right() - box.left() - 8));
            continue;
        }
        paintDots(painter, row, box);
        paintMedian(painter, row, box);
    }
}

void ProcessDotsChart::paintDots(QPainter& painter, const ProcessRow& row, const QRectF& box) const
{
    const VariantStyle style = variant(row.variant);
    painter.setClipRect(QRectF(axisRect()->rect()).adjusted(-4, 0, 4, 0));
    // Processes of one row stand at different heights, so that equal ones do not hide each other.
    constexpr std::array order {0.5, 0.25, 0.75, 0.38, 0.62};
    for (std::size_t i = 0; i < row.dots.size(); ++i) {
        const ProcessDot& dot = row.dots[i];
        const double y = box.top() + (box.height() * order.at(i % order.size()));
        const QPointF at(xAxis->coordToPixel(dot.value), y);
        painter.setPen(QPen(style.colour, 1.4, Qt::SolidLine, Qt::FlatCap));
        if (dot.low && dot.high)
            painter.drawLine(QPointF(xAxis->coordToPixel(*dot.low), y),
                QPointF(xAxis->coordToPixel(*dot.high), y));
        if (row.again)
            drawHollowMarker(painter, style, at, 8, tokens().panel);
        else
            drawMarker(painter, style, at, 8);
    }
    painter.setClipping(false);
}

void ProcessDotsChart::paintMedian(
    QPainter& painter, const ProcessRow& row, const QRectF& box) const
{
    const QRectF place(
        box.right() + 8, box.top(), viewport().right() - box.right() - 9, box.height());
    const QFont plain = uiFont(type::caption);
    if (row.again) {
        const QString noise = m_series.noisePercent
            ? tr("noise ±%1 %").arg(numberText(*m_series.noisePercent, 2))
            : QString();
        drawLabel(painter, place, Qt::AlignRight | Qt::AlignVCenter, plain, tokens().muted, noise);
        return;
    }
    const QString interval = intervalText(row.median);
    drawLabel(painter, place, Qt::AlignRight | Qt::AlignVCenter, plain, tokens().muted, interval);
    drawLabel(painter, place.adjusted(0, 0, -textWidth(plain, interval), 0),
        Qt::AlignRight | Qt::AlignVCenter, uiFont(type::caption, QFont::DemiBold), tokens().text,
        timeText(m_unit, *row.median.ns));
}

void ProcessDotsChart::paintFoot(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    const QString text = m_series.noisePercent
        ? tr("shaded: %1 against itself")
              .arg(shortened(
                  QString::fromStdString(m_series.rows.front().name), uiFont(type::small), 120))
        : tr("% from the variant’s median");
    drawNote(
        painter, QRectF(0, inside.bottom() + 24, viewport().width(), 16), Qt::AlignCenter, text);
}

ChartTable ProcessDotsChart::table() const
{
    ChartTable table {title(),
        {tr("variant"), tr("process"), tr("% from the median"), tr("low"), tr("high"),
            tr("median, %1").arg(unitText(m_unit))},
        {}};
    for (const ProcessRow& row : m_series.rows) {
        for (const ProcessDot& dot : row.dots)
            table.rows.append({QString::fromStdString(row.name), dot.repetition + 1, dot.value,
                cellOf(dot.low), cellOf(dot.high), cellOf(row.median.ns, nanosecondsIn(m_unit))});
    }
    return table;
}

RatioDotsChart::RatioDotsChart(const Theme& theme, QWidget* parent)
    : Chart(theme, tr("Times faster, process by process"), parent)
{
    hideValueAxis();
    constexpr int mostTicks = 7;
    setTicks(
        xAxis, logScale(),
        [](double low, double high) { return ratioCandidates(low, high, mostTicks); },
        ratioTickText, 70);
    paint(u"background"_qs, Clip::No, [this](QPainter& painter) { paintBand(painter); });
    paint(u"main"_qs, Clip::No, [this](QPainter& painter) { paintRows(painter); });
}

void RatioDotsChart::setSeries(profiler::RatioSeries series)
{
    m_series = std::move(series);
    setEmptyText(qt(m_series.whyEmpty));
    const auto range = profiler::rangeOf(m_series);
    const double low = std::log10(range.low);
    const double high = std::log10(range.high);
    const double room = (high - low) * 0.08;
    setWholeRange(QCPRange(low - room, high + room), QCPRange(0, 1));
    replot(QCustomPlot::rpQueuedReplot);
}

QString RatioDotsChart::bandText() const
{
    const QString percent = u'±' + tickText(std::round(m_series.band * 1000) / 10) + u" %"_qs;
    return m_series.bandIsNoise ? tr("%1, the noise of this machine").arg(percent)
                                : tr("%1, too small to matter").arg(percent);
}

void RatioDotsChart::layOut(const QSize& /*size*/)
{
    axisRect()->setMargins(QMargins(84, 22, 14, 24));
}

QRectF RatioDotsChart::boxOf(std::size_t row) const
{
    const QRectF inside = axisRect()->rect();
    const double pitch
        = std::min(44.0, inside.height() / static_cast<double>(m_series.dots.size() + 1));
    return {
        inside.left(), inside.top() + (pitch * static_cast<double>(row)), inside.width(), pitch};
}

double RatioDotsChart::pixelX(double ratio) const
{
    return xAxis->coordToPixel(std::log10(std::max(ratio, 1e-300)));
}

void RatioDotsChart::paintBand(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    const double left = std::max(inside.left(), pixelX(1 / (1 + m_series.band)));
    const double right = std::min(inside.right(), pixelX(1 + m_series.band));
    drawNoise(painter, left, right, pixelX(1), 1.4);
    const double width = textWidth(uiFont(type::small), bandText()) + 4;
    const double middle = std::clamp((left + right) / 2, inside.left() + (width / 2),
        std::max(inside.left() + (width / 2), inside.right() - (width / 2)));
    drawNote(painter, QRectF(middle - (width / 2), inside.top() - 18, width, 15), Qt::AlignCenter,
        bandText());
}

void RatioDotsChart::paintRows(QPainter& painter) const
{
    const VariantStyle style = variant(m_series.variant);
    const QRectF inside = axisRect()->rect();
    const bool names = boxOf(0).height() >= 13;
    for (std::size_t index = 0; index < m_series.dots.size(); ++index) {
        const ProcessDot& dot = m_series.dots[index];
        const QRectF box = boxOf(index);
        if (names)
            drawLabel(painter, QRectF(2, box.top(), 78, box.height()),
                Qt::AlignLeft | Qt::AlignVCenter, uiFont(type::caption), tokens().muted,
                tr("process %1").arg(dot.repetition + 1));
        painter.setClipRect(inside.adjusted(-6, 0, 6, 0));
        painter.setPen(QPen(style.colour, 1.6, Qt::SolidLine, Qt::FlatCap));
        if (dot.low && dot.high)
            painter.drawLine(QPointF(pixelX(*dot.low), box.center().y()),
                QPointF(pixelX(*dot.high), box.center().y()));
        if (isOutside(dot.value))
            paintOutside(painter, box, dot.value);
        else
            drawMarker(painter, style, QPointF(pixelX(dot.value), box.center().y()), 9);
        painter.setClipping(false);
    }
    paintTogether(painter, boxOf(m_series.dots.size()));
}

bool RatioDotsChart::isOutside(double ratio) const
{
    const double place = std::log10(std::max(ratio, 1e-300));
    return place < xAxis->range().lower || place > xAxis->range().upper;
}

/// An arrow at the edge of the axis, with the ratio that lies beyond it.
void RatioDotsChart::paintOutside(QPainter& painter, const QRectF& box, double ratio) const
{
    const QRectF inside = axisRect()->rect();
    const bool right = ratio > 1;
    const double tip = right ? inside.right() : inside.left();
    const double back = right ? tip - 9 : tip + 9;
    const double y = box.center().y();
    painter.setPen(Qt::NoPen);
    painter.setBrush(variant(m_series.variant).colour);
    painter.drawPolygon(QPolygonF {{tip, y}, {back, y - 5}, {back, y + 5}});
    const QString text = QString::fromStdString(profiler::formatRatio(ratio));
    const double width = textWidth(uiFont(type::small), text) + 4;
    drawLabel(painter, QRectF(right ? back - width - 2 : back + 2, y - 8, width, 16),
        Qt::AlignCenter, uiFont(type::small), tokens().text, text);
}

void RatioDotsChart::paintTogether(QPainter& painter, const QRectF& box) const
{
    painter.setPen(QPen(tokens().border, 1));
    painter.drawLine(QPointF(2, box.top()), QPointF(box.right(), box.top()));
    drawLabel(painter, QRectF(2, box.top(), 78, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
        uiFont(type::caption, QFont::DemiBold), tokens().text, tr("together"));
    const double y = box.center().y();
    const double low = pixelX(m_series.together.low);
    const double high = pixelX(m_series.together.high);
    painter.setClipRect(QRectF(axisRect()->rect()).adjusted(-6, 0, 6, 0));
    painter.setPen(QPen(tokens().text, 2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(low, y), QPointF(high, y));
    for (const double x : {low, high})
        painter.drawLine(QPointF(x, y - 6), QPointF(x, y + 6));
    drawMarker(
        painter, variant(m_series.variant), QPointF(pixelX(m_series.together.estimate), y), 11);
    painter.setClipping(false);
}

ChartTable RatioDotsChart::table() const
{
    ChartTable table {
        title(), {tr("process"), tr("times faster"), tr("low"), tr("high"), tr("verdict")}, {}};
    for (const ProcessDot& dot : m_series.dots)
        table.rows.append({tr("process %1").arg(dot.repetition + 1), dot.value, cellOf(dot.low),
            cellOf(dot.high), QVariant()});
    if (m_series.whyEmpty.empty())
        table.rows.append({tr("together"), m_series.together.estimate, m_series.together.low,
            m_series.together.high,
            QString::fromStdString(profiler::verdictWord(m_series.verdict))});
    return table;
}

} // namespace ui
