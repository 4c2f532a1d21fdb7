// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gpu/counter_chart.h"

#include "ui/charts/chart_text.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/painted_document.h"
#include "ui/figure/scale.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace ui {

namespace {

constexpr double titleWidth = 108;
constexpr double ticksWidth = 44;
constexpr double medianLabelWidth = 88;
constexpr double headHeight = 22;
constexpr double laneHeight = 22;
constexpr double counterAxisHeight = 24;
constexpr double counterRowGap = 10;
constexpr double leastCounterRow = 34;
constexpr double usualRow = 40;
constexpr double paneGap = 34;
constexpr double roundShare = 0.34; ///< of the width for panes
constexpr double leastForRound = 820; ///< narrower: the whole alone

double fromTop(const QRectF& box, const CounterRow& row, double value)
{
    const double share = (value - row.low) / (row.high - row.low);
    return box.bottom() - box.height() * std::clamp(share, 0.0, 1.0);
}

/// A step from reading to reading, as they were taken.
QPainterPath stepsOf(const CounterRow& row, const QRectF& box, auto&& at, CounterWindow window)
{
    QPainterPath path;
    bool begun = false;
    for (std::size_t i = 0; i < row.seconds.size(); ++i) {
        // The last reading before the window still holds at its edge.
        if (i + 1 < row.seconds.size() && row.seconds[i + 1] < window.from)
            continue;
        if (row.seconds[i] > window.to)
            break;
        const double x = std::max(at(row.seconds[i]), box.left());
        const double y = fromTop(box, row, row.values[i]);
        if (begun)
            path.lineTo(x, path.currentPosition().y());
        else
            path.moveTo(x, y);
        begun = true;
        path.lineTo(x, y);
    }
    if (begun) // a reading stands until the next one
        path.lineTo(std::min(box.right(), std::max(path.currentPosition().x(), at(window.to))),
            path.currentPosition().y());
    return path;
}

} // namespace

CounterChart::CounterChart(const Theme& theme)
    : PaintedWidget(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    new PaintedDocument(theme, *this,
        {.title = tr("Counters over time"), .table = [this] { return table(); }, .width = 1100});
}

void CounterChart::setView(CounterView view)
{
    m_view = std::move(view);
    QStringList words {m_view.whole};
    for (const auto& row : m_view.rows) {
        const QString value = row.missing.isEmpty()
            ? (row.timedMedian.isEmpty() ? absent() : row.timedMedian)
            : row.missing;
        words << row.title + QStringLiteral(": ") + value;
    }
    setAccessibleName(tr("Counters over time"));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

ChartTable CounterChart::table() const
{
    ChartTable all {.title = tr("Counters over time"),
        .columns = {tr("counter"), tr("unit"), tr("time, s"), tr("value")}};
    for (const auto& row : m_view.rows) {
        if (!row.missing.isEmpty())
            all.rows.append({row.title, row.unit, missing(row.missing), missing(row.missing)});
        for (std::size_t i = 0; i < row.seconds.size(); ++i)
            all.rows.append({row.title, row.unit, row.seconds[i], row.values[i]});
    }
    return all;
}

QSize CounterChart::sizeHint() const
{
    return {600,
        static_cast<int>(headHeight + laneHeight + counterAxisHeight
            + static_cast<double>(m_view.rows.size()) * (usualRow + counterRowGap))};
}

QSize CounterChart::minimumSizeHint() const
{
    return {320,
        static_cast<int>(headHeight + laneHeight + counterAxisHeight
            + static_cast<double>(m_view.rows.size()) * (leastCounterRow + counterRowGap))};
}

std::vector<CounterChart::Pane> CounterChart::panes() const
{
    const double left = titleWidth + ticksWidth;
    const double room = width() - left - medianLabelWidth;
    const double height = this->height() - headHeight - counterAxisHeight;
    if (!m_view.round || width() < leastForRound)
        return {{QRectF(left, headHeight, room, height), m_view.all}};
    const double closer = room * roundShare;
    return {{QRectF(left, headHeight, room - closer - paneGap, height), m_view.all},
        {QRectF(left + room - closer, headHeight, closer, height), *m_view.round}};
}

QRectF CounterChart::rowBox(std::size_t row) const
{
    const double top = headHeight + laneHeight;
    const double room = height() - top - counterAxisHeight;
    const double each = room / static_cast<double>(std::max<std::size_t>(1, m_view.rows.size()));
    return {0, top + each * static_cast<double>(row) + counterRowGap, static_cast<double>(width()),
        each - counterRowGap};
}

void CounterChart::paint(QPainter& painter, const Tokens& /*tokens*/)
{
    if (m_view.rows.empty())
        return;
    const auto all = panes();
    paintHeads(painter, all);
    for (const auto& pane : all) {
        paintBands(painter, pane);
        paintLanes(painter, pane);
        paintAxis(painter, pane);
    }
    for (std::size_t row = 0; row < m_view.rows.size(); ++row)
        paintRow(painter, all, row);
}

void CounterChart::paintHeads(QPainter& painter, const std::vector<Pane>& panes) const
{
    const Tokens& tokens = theme().tokens();
    const QFont font = uiFont(type::caption, QFont::DemiBold);
    drawLabel(painter, QRectF(0, headHeight, titleWidth, laneHeight),
        Qt::AlignLeft | Qt::AlignVCenter, font, tokens.text, tr("Lane at work"));
    const QRectF first(panes[0].box.left(), 0, panes[0].box.width(), headHeight - 4);
    drawLabel(painter, first, Qt::AlignCenter, font, tokens.text, m_view.whole);
    drawLabel(painter, QRectF(width() - medianLabelWidth, 0, medianLabelWidth, headHeight - 4),
        Qt::AlignRight | Qt::AlignVCenter, uiFont(type::caption), tokens.muted, tr("timed median"));
    const double words = textWidth(uiFont(type::caption), tr("timed median"));
    drawMarker(painter, theme().variant(m_view.focus),
        QPointF(width() - words - 10, headHeight / 2 - 2), 8);
    if (panes.size() < 2)
        return;
    const QRectF second(panes[1].box.left(), 0, panes[1].box.width(), headHeight - 4);
    drawLabel(painter, second, Qt::AlignCenter, font, tokens.text, m_view.roundName);
    // Where in the whole the closer part lies.
    const double left = panes[0].at(m_view.round->from);
    const double right = std::max(panes[0].at(m_view.round->to), left + 2);
    const QRectF mark(left, headHeight, right - left, panes[0].box.height());
    painter.fillRect(mark, blend(tokens.accent, tokens.panel, 0.25));
    painter.setPen(QPen(tokens.accent, 1));
    painter.drawLine(mark.topLeft(), mark.bottomLeft());
    painter.drawLine(mark.topRight(), mark.bottomRight());
}

void CounterChart::paintLanes(QPainter& painter, const Pane& pane) const
{
    const Tokens& tokens = theme().tokens();
    const QFont font = uiFont(type::small, QFont::Medium);
    painter.save();
    painter.setClipRect(pane.box);
    for (const auto& lane : m_view.lanes) {
        if (lane.to < pane.window.from || lane.from > pane.window.to)
            continue;
        const auto style = theme().variant(lane.variant);
        const double left = pane.at(lane.from);
        const QRectF box(left, pane.box.top() + 2, std::max(pane.at(lane.to) - left - 0.5, 0.75),
            laneHeight - 6);
        painter.fillRect(box, blend(style.colour, tokens.panel, lane.again ? 0.25 : 0.45));
        if (box.width() < 16)
            continue;
        painter.setPen(QPen(style.colour, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        drawMarker(painter, style, QPointF(box.left() + 9, box.center().y()), 8);
        const double room = box.width() - 22;
        if (room > 18)
            drawLabel(painter, QRectF(box.left() + 18, box.top(), room, box.height()),
                Qt::AlignLeft | Qt::AlignVCenter, font, tokens.text,
                QFontMetrics(font).elidedText(lane.label, Qt::ElideMiddle, static_cast<int>(room)));
    }
    painter.restore();
}

void CounterChart::paintBands(QPainter& painter, const Pane& pane) const
{
    const Tokens& tokens = theme().tokens();
    for (const auto& band : m_view.bands) {
        if (band.to < pane.window.from || band.from > pane.window.to)
            continue;
        const double left = std::max(pane.at(band.from), pane.box.left());
        const double right = std::min(std::max(pane.at(band.to), left + 2), pane.box.right());
        const QRectF box(
            left, pane.box.top() + laneHeight, right - left, pane.box.height() - laneHeight);
        painter.fillRect(box, blend(tokens.warn, tokens.panel, 0.25));
        painter.setPen(QPen(tokens.warn, 1));
        painter.drawLine(box.topLeft(), box.bottomLeft());
        painter.drawLine(box.topRight(), box.bottomRight());
    }
}

void CounterChart::paintRow(
    QPainter& painter, const std::vector<Pane>& panes, std::size_t index) const
{
    const Tokens& tokens = theme().tokens();
    const auto& row = m_view.rows[index];
    const auto box = rowBox(index);
    drawLabel(painter, QRectF(0, box.top() - 1, titleWidth, 18), Qt::AlignLeft | Qt::AlignVCenter,
        uiFont(type::caption, QFont::DemiBold), tokens.text, row.title);
    drawLabel(painter, QRectF(0, box.top() + 16, titleWidth, 16), Qt::AlignLeft | Qt::AlignVCenter,
        uiFont(type::small), tokens.muted, row.unit);
    drawLabel(painter,
        QRectF(width() - medianLabelWidth, box.top(), medianLabelWidth, box.height()),
        Qt::AlignRight | Qt::AlignVCenter, uiFont(type::base, QFont::DemiBold), tokens.text,
        row.timedMedian.isEmpty() ? absent() : row.timedMedian);
    if (!row.missing.isEmpty()) {
        paintMissing(painter,
            QRectF(panes[0].box.left(), box.top(), panes.back().box.right() - panes[0].box.left(),
                box.height()),
            row);
        return;
    }
    const QRectF ticks(titleWidth, box.top(), ticksWidth - 8, box.height());
    for (const double value : {row.low, row.high}) {
        const double y = value > row.low ? box.top() - 4 : box.bottom() - 12;
        drawLabel(painter, QRectF(ticks.left(), y, ticks.width(), 16),
            Qt::AlignRight | Qt::AlignVCenter, uiFont(type::small), tokens.muted, tickText(value));
    }
    for (const auto& pane : panes)
        paintLine(
            painter, pane, QRectF(pane.box.left(), box.top(), pane.box.width(), box.height()), row);
}

void CounterChart::paintLine(
    QPainter& painter, const Pane& pane, const QRectF& box, const CounterRow& row) const
{
    const Tokens& tokens = theme().tokens();
    painter.setPen(QPen(tokens.grid, 1));
    painter.drawLine(box.topLeft(), box.topRight());
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    const auto path = stepsOf(
        row, box, [&](double seconds) { return pane.at(seconds); }, pane.window);
    if (path.isEmpty())
        return;
    painter.save();
    painter.setClipRect(box.adjusted(0, -1, 0, 1));
    if (row.filled) {
        auto area = path;
        area.lineTo(area.currentPosition().x(), box.bottom());
        area.lineTo(path.elementAt(0).x, box.bottom());
        area.closeSubpath();
        QColor fill = tokens.muted;
        fill.setAlphaF(0.28F);
        painter.fillPath(area, fill);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(tokens.text, tokens.line));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.restore();
}

void CounterChart::paintMissing(QPainter& painter, const QRectF& box, const CounterRow& row) const
{
    const Tokens& tokens = theme().tokens();
    painter.setPen(QPen(tokens.border, tokens.line));
    painter.setBrush(tokens.raised);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    const QRectF sign(box.left() + 12, box.center().y() - 7, 14, 14);
    drawStatus(painter, tokens, Status::Neutral, sign);
    const QFont font = uiFont(type::caption);
    const double room = box.width() - 48;
    drawLabel(painter, QRectF(sign.right() + 10, box.top(), room, box.height()),
        Qt::AlignLeft | Qt::AlignVCenter, font, tokens.text,
        QFontMetrics(font).elidedText(
            tr("Not recorded: %1").arg(row.missing), Qt::ElideRight, static_cast<int>(room)));
}

void CounterChart::paintAxis(QPainter& painter, const Pane& pane) const
{
    const Tokens& tokens = theme().tokens();
    const double length = pane.window.to - pane.window.from;
    const int wanted = std::max(2, static_cast<int>(pane.box.width() / 110));
    for (const double tick : linearCandidates(0, length, wanted)) {
        const double x = pane.at(pane.window.from + tick);
        painter.setPen(QPen(tokens.grid, 1));
        painter.drawLine(QPointF(x, pane.box.bottom()), QPointF(x, pane.box.bottom() + 4));
        drawLabel(painter, QRectF(x - 40, pane.box.bottom() + 5, 80, counterAxisHeight - 5),
            Qt::AlignHCenter | Qt::AlignTop, uiFont(type::small), tokens.muted,
            tickText(tick) + QStringLiteral(" s"));
    }
}

} // namespace ui
