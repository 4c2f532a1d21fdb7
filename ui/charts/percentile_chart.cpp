// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/percentile_chart.h"

#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/label_layout.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::PercentilePoint;
using profiler::PercentileVariant;

constexpr double twoLines = 35;
constexpr double oneLine = 17;

QString percentText(double p)
{
    if (p <= 0)
        return PercentileChart::tr("min");
    if (p == 0.5)
        return PercentileChart::tr("median");
    return QString::number(p * 100, 'g', 6) + u" %"_qs;
}

/// Rows of dots, the ground of what cannot be known yet.
void paintDottedGround(QPainter& painter, const Tokens& tokens, const QRectF& box)
{
    QPixmap tile(QSize(6, 6) * 2);
    tile.setDevicePixelRatio(2);
    tile.fill(Qt::transparent);
    QPainter dots(&tile);
    dots.setRenderHint(QPainter::Antialiasing);
    dots.setPen(Qt::NoPen);
    dots.setBrush(blend(tokens.muted, tokens.panel, 0.4));
    dots.drawEllipse(QPointF(1.5, 1.5), 0.7, 0.7);
    dots.drawEllipse(QPointF(4.5, 4.5), 0.7, 0.7);
    dots.end();
    painter.drawTiledPixmap(box, tile);
}

} // namespace

QString percentileName(double p)
{
    return p == 0.5 ? PercentileChart::tr("median") : u'p' + QString::number(p * 100, 'g', 6);
}

PercentileChart::PercentileChart(const Theme& theme, QWidget* parent)
    : CallTimesChart(theme, tr("How slow are the slowest calls"), parent)
{
    axisRect()->setAutoMargins(QCP::msLeft);
    setTicks(
        xAxis, tailScale(),
        [](double, double) {
            return std::vector {0.99, 0.0, 0.999, 0.9, 0.9999, 0.5, 0.95, 0.99999};
        },
        [this](double p) {
            // The headline is painted in bold over its place.
            return std::abs(p - m_series.headline) < 1e-9 ? QString()
                                                          : percentText(std::round(p * 1e6) / 1e6);
        },
        36);
    paint(u"background"_qs, Clip::ToAxes, [this](QPainter& painter) { paintUnknown(painter); });
    paint(u"main"_qs, Clip::ToAxes, [this](QPainter& painter) { paintSlowest(painter); });
    paint(u"axes"_qs, Clip::No, [this](QPainter& painter) { paintCross(painter); });
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) { paintHeadlines(painter); });
    paint(u"legend"_qs, Clip::ToAxes, [this](QPainter& painter) { paintNeeds(painter); });
}

void PercentileChart::setSeries(
    profiler::PercentileSeries series, int focusedVariant, std::optional<profiler::TimeUnit> unit)
{
    wantUnit(unit);
    m_series = std::move(series);
    m_focused = focusedVariant;
    setEmptyText(qt(m_series.whyEmpty));
    if (m_series.whyEmpty.empty())
        chooseScale();
    showCurves();
}

/// Linear while the slowest dot is a few times the fastest; a long tail would else flatten all.
void PercentileChart::chooseScale()
{
    double low = 1e300;
    double high = 0;
    const auto see = [&](double ns) {
        low = std::min(low, ns);
        high = std::max(high, ns);
    };
    for (const PercentileVariant& entry : m_series.variants) {
        for (const PercentilePoint& point : entry.curve)
            see(point.ns);
        for (const PercentilePoint& point : entry.slowest)
            see(point.ns);
    }
    if (m_series.limitNs)
        high = std::max(high, *m_series.limitNs);
    chooseTime(low, high > 4 * low);
    const double from = time().toAxis(low);
    const double to = time().toAxis(high);
    const double room = std::max((to - from) * 0.06, std::abs(to) * 1e-4);
    setWholeRange(QCPRange(0, tailScale().toAxis(m_series.toPercentile) + 0.12),
        QCPRange(from - room, to + room));
    setTimeTicks(yAxis, isLogarithmic(), unit(), 5, 26);
}

void PercentileChart::showCurves()
{
    clearGraphs();
    m_curves.clear();
    for (const PercentileVariant& entry : m_series.variants) {
        CurvePoints points;
        for (const PercentilePoint& point : entry.curve) {
            const double x = tailScale().toAxis(point.p);
            points.line.append({x, time().toAxis(point.ns)});
            points.low.append({x, time().toAxis(point.lowNs.value_or(point.ns))});
            points.high.append({x, time().toAxis(point.highNs.value_or(point.ns))});
        }
        m_curves.push_back(addCurve(points, Band::Yes));
    }
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

/// The bands of many variants would hide each other and the curves.
bool PercentileChart::hasBand(int variant) const
{
    return tokens().tints && (variant == m_focused || !isBandOfFocusOnly());
}

bool PercentileChart::isBandOfFocusOnly() const
{
    constexpr std::size_t few = 3;
    return m_series.variants.size() > few;
}

void PercentileChart::restyle()
{
    Chart::restyle();
    for (std::size_t index = 0; index < m_curves.size(); ++index) {
        const int shown = m_series.variants[index].variant;
        const VariantStyle style = variant(shown);
        styleCurve(m_curves[index], style.pen(shown == m_focused ? 2.6 : 2.2), style.colour,
            hasBand(shown) ? 0.28F : 0.0F);
    }
}

void PercentileChart::layOut(const QSize& size)
{
    double longest = std::max(96.0, textWidth(uiFont(type::small), headlineHeading()) + 4);
    for (const PercentileVariant& entry : m_series.variants) {
        const QString name = QString::fromStdString(entry.name);
        const double note = entry.limit && !entry.limit->met ? 62 : 0;
        longest = std::max(
            longest, textWidth(uiFont(type::caption, QFont::DemiBold), name) + 18 + note);
        longest = std::max(longest,
            textWidth(uiFont(type::caption, QFont::DemiBold), intervalText(entry.headline)) + 70);
    }
    const double right = std::min({longest + 12, size.width() * 0.34, 190.0});
    axisRect()->setMargins(QMargins(0, 6, qRound(right), 26));
}

QPointF PercentileChart::pixelOf(double p, double ns) const
{
    return {xAxis->coordToPixel(tailScale().toAxis(p)), yAxis->coordToPixel(time().toAxis(ns))};
}

void PercentileChart::paintUnknown(QPainter& painter) const
{
    QRectF box = axisRect()->rect();
    box.setLeft(
        std::max(box.left(), xAxis->coordToPixel(tailScale().toAxis(m_series.shownUpTo)) + 5));
    if (box.width() > 0)
        paintDottedGround(painter, tokens(), box);
}

void PercentileChart::paintSlowest(QPainter& painter) const
{
    painter.setPen(Qt::NoPen);
    const double edge = axisRect()->right() - 3.0;
    for (const PercentileVariant& entry : m_series.variants) {
        painter.setBrush(variant(entry.variant).colour);
        for (const PercentilePoint& point : entry.slowest) {
            // The very slowest lie beyond the end of the axis: they stand at its edge.
            const QPointF at = pixelOf(point.p, point.ns);
            painter.drawEllipse(QPointF(std::min(at.x(), edge), at.y()), 1.9, 1.9);
        }
    }
}

void PercentileChart::paintCross(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    const double x = xAxis->coordToPixel(tailScale().toAxis(m_series.headline));
    const QFont bold = uiFont(type::small, QFont::DemiBold);
    painter.setPen(QPen(tokens().muted, 1));
    painter.drawLine(inside.bottomLeft(), inside.bottomRight());
    painter.setPen(QPen(tokens().text, 1.3, Qt::DashLine));
    if (m_series.headline > 0 && x >= inside.left() && x <= inside.right()) {
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
        drawLabel(painter, QRectF(x - 40, inside.bottom() + 4, 80, 15), Qt::AlignCenter, bold,
            tokens().text, percentText(m_series.headline));
    }
    if (!m_series.limitNs)
        return;
    const double y = yAxis->coordToPixel(time().toAxis(*m_series.limitNs));
    if (y < inside.top() || y > inside.bottom())
        return;
    painter.setPen(QPen(tokens().text, 1.3, Qt::DashLine));
    painter.drawLine(QPointF(inside.left(), y), QPointF(inside.right(), y));
    drawLabel(painter, QRectF(inside.left() + 6, y - 17, 200, 15), Qt::AlignLeft | Qt::AlignVCenter,
        bold, tokens().text, tr("your limit: %1 at p99").arg(tickDuration(*m_series.limitNs)));
}

QString PercentileChart::intervalText(const profiler::Percentile& percentile) const
{
    if (!percentile.lowNs || !percentile.highNs)
        return {};
    return u'(' + spanText(unit(), *percentile.lowNs, *percentile.highNs) + u')';
}

bool PercentileChart::hasRoomForNames() const
{
    const QRectF inside = axisRect()->rect();
    return static_cast<double>(m_series.variants.size()) * (twoLines + 2) < inside.height() - 20;
}

std::vector<QRectF> PercentileChart::headlinePlaces() const
{
    const QRectF inside = axisRect()->rect();
    const double height = hasRoomForNames() ? twoLines : oneLine;
    std::vector<ColumnLabel> labels;
    for (const PercentileVariant& entry : m_series.variants) {
        const double y = entry.headline.ns ? pixelOf(m_series.headline, *entry.headline.ns).y()
                                           : inside.bottom();
        labels.push_back({y - (height / 2), height});
    }
    const auto tops = placeInColumn(labels, inside.top() + 18, inside.bottom() + 4);
    std::vector<QRectF> places;
    places.reserve(tops.size());
    for (const double top : tops)
        places.emplace_back(
            inside.right() + 10, top, viewport().right() - inside.right() - 12, height);
    return places;
}

QString PercentileChart::headlineHeading() const
{
    if (m_series.headline <= 0)
        return tr("too few calls");
    return tr("%1 (95 % interval)").arg(percentileName(m_series.headline));
}

void PercentileChart::paintHeadlines(QPainter& painter) const
{
    const QRectF inside = axisRect()->rect();
    const auto places = headlinePlaces();
    double top = inside.top();
    if (!places.empty())
        top = std::min_element(places.begin(), places.end(),
                  [](const QRectF& a, const QRectF& b) { return a.top() < b.top(); })
                  ->top()
            - 19;
    drawNote(painter,
        QRectF(inside.right() + 10, top, viewport().right() - inside.right() - 12, 15),
        Qt::AlignLeft | Qt::AlignVCenter, headlineHeading());
    for (std::size_t index = 0; index < places.size(); ++index) {
        const PercentileVariant& entry = m_series.variants[index];
        paintHeadline(painter, entry, places[index]);
        if (!entry.headline.ns)
            continue;
        const QPointF at = pixelOf(m_series.headline, *entry.headline.ns);
        if (!inside.contains(at))
            continue;
        drawRingedMarker(painter, entry.variant, at, 12, 9.5);
    }
}

void PercentileChart::paintHeadline(
    QPainter& painter, const PercentileVariant& entry, const QRectF& place) const
{
    const bool names = hasRoomForNames();
    const QFont plain = uiFont(type::caption);
    const QFont bold = uiFont(type::caption, QFont::DemiBold);
    const bool over = entry.limit && !entry.limit->met;
    QRectF line(place.left(), place.top(), place.width(), oneLine);
    if (names) {
        const QString name = QString::fromStdString(entry.name);
        const double room = line.width() - (over ? 62 : 0);
        drawVariantName(painter, tokens(), variant(entry.variant),
            QRectF(line.topLeft(), QSizeF(room, oneLine)), name,
            entry.variant == m_focused ? Emphasis::Focused : Emphasis::Plain);
        if (over) {
            const double used = 23 + std::min(room - 17, textWidth(bold, name));
            drawNote(painter, line.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                tr("over limit"));
        }
        line.translate(0, oneLine);
    } else {
        drawMarker(painter, variant(entry.variant), QPointF(line.left() + 5, line.center().y()), 9);
    }
    if (!entry.headline.ns) {
        drawLabel(painter, line.adjusted(17, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, plain,
            tokens().muted,
            QFontMetricsF(plain).elidedText(
                u"– "_qs + (entry.whyEmpty.empty() ? tr("too few calls") : qt(entry.whyEmpty)),
                Qt::ElideRight, line.width() - 17));
        return;
    }
    if (names && entry.limit)
        drawStatus(painter, tokens(), over ? Status::Warning : Status::Good,
            QRectF(line.left() - 1.5, line.center().y() - 6.5, 13, 13));
    const QString value = timeText(unit(), *entry.headline.ns);
    drawLabel(painter, line.adjusted(17, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, bold,
        tokens().text, value);
    const QRectF rest = line.adjusted(17 + textWidth(bold, value) + 5, 0, 0, 0);
    const QString interval = intervalText(entry.headline);
    if (textWidth(plain, interval) <= rest.width()) // else the table has it: half a number misleads
        drawLabel(painter, rest, Qt::AlignLeft | Qt::AlignVCenter, plain, tokens().muted, interval);
}

QString PercentileChart::needsText() const
{
    if (!m_series.next)
        return {};
    return tr("%1 needs %2 calls in one process, has %3")
        .arg(percentileName(m_series.next->p), countText(m_series.next->needs),
            countText(m_series.next->has));
}

void PercentileChart::paintNeeds(QPainter& painter) const
{
    const QString text = needsText();
    QRectF ground = axisRect()->rect();
    ground.setLeft(
        std::max(ground.left(), xAxis->coordToPixel(tailScale().toAxis(m_series.shownUpTo)) + 12));
    if (text.isEmpty() || ground.width() < 90)
        return;
    const QFont font = uiFont(type::small);
    const double width = std::min(ground.width() - 10, 170.0);
    QRectF words = QFontMetricsF(font).boundingRect(
        QRectF(0, 0, width - 16, 200), static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, text);
    QRectF box = words.adjusted(-8, -5, 8, 5);
    // Below the dots where there is room; the fastest variant's dots lie lowest.
    box.moveBottomRight(ground.bottomRight() - QPointF(6, 6));
    painter.setPen(QPen(tokens().border, 1));
    painter.setBrush(tokens().panel);
    painter.drawRoundedRect(box, 5, 5);
    painter.setFont(font);
    painter.setPen(tokens().muted);
    drawText(painter, box, static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, text);
}

std::optional<Reading> PercentileChart::readingAt(QPointF pixel) const
{
    const double place = xAxis->pixelToCoord(pixel.x());
    const double p = tailScale().toValue(place);
    Reading reading {percentText(std::round(p * 1e5) / 1e5), place, place, {}};
    if (p < 1e-4)
        reading.heading = percentText(0);
    for (const PercentileVariant& entry : m_series.variants) {
        if (entry.curve.empty())
            continue;
        QString value = tr("too few calls");
        const auto after = std::lower_bound(entry.curve.begin(), entry.curve.end(), p,
            [](const PercentilePoint& point, double wanted) { return point.p < wanted; });
        if (after != entry.curve.end())
            value = durationText(after->ns);
        reading.rows.push_back({entry.variant, QString::fromStdString(entry.name), value});
    }
    return reading;
}

ChartTable PercentileChart::table() const
{
    const QString word = unitText(unit());
    ChartTable table {title(),
        {tr("variant"), tr("percentile"), tr("time, %1").arg(word), tr("low"), tr("high"),
            tr("what it is")},
        {}};
    const double ns = nanosecondsIn(unit());
    for (const PercentileVariant& entry : m_series.variants) {
        const QString name = QString::fromStdString(entry.name);
        for (const PercentilePoint& point : entry.curve)
            table.rows.append({name, point.p * 100, point.ns / ns, cellOf(point.lowNs, ns),
                cellOf(point.highNs, ns), tr("middle of the processes")});
        for (const PercentilePoint& point : entry.slowest)
            table.rows.append(
                {name, point.p * 100, point.ns / ns, QVariant(), QVariant(), tr("one call")});
    }
    return table;
}

} // namespace ui
