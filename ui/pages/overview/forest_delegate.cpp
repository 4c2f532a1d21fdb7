// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/forest_delegate.h"

#include "profiler/model/variant_result.h"
#include "ui/charts/violin_painter.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int dashGap = 8;
constexpr int forestSign = 13;
constexpr int signGap = 5;
constexpr int intervalGap = 6;

QFont numberFont()
{
    return uiFont(type::base, QFont::DemiBold);
}

QFont ratioFont()
{
    return uiFont(14, QFont::Bold);
}

QFont intervalFont()
{
    return uiFont(type::caption);
}

QFont noteFont()
{
    return uiFont(type::caption);
}

} // namespace

ForestDelegate::ForestDelegate(const Theme& theme, const Forest& forest, QObject* parent)
    : PaintedDelegate(theme, parent)
    , m_forest(forest)
{
}

void ForestDelegate::setAxes(ColumnAxis times, ColumnAxis ratios)
{
    m_times = std::move(times);
    m_ratios = std::move(ratios);
}

QRectF ForestDelegate::plotBox(const QRect& cell)
{
    return QRectF(cell).adjusted(cellSide, 0, -cellSide, 0);
}

void ForestDelegate::paintItem(const PaintedItem& item) const
{
    const auto& [painter, option, index, theme] = item;
    const ForestRow& row = m_forest.rows.at(static_cast<std::size_t>(sourceOf(index).row()));
    const auto column = static_cast<ForestColumn>(index.column());
    const bool focused = item.isSelected();
    painter.setClipRect(option.rect);
    if (focused)
        paintGround(item, column);
    switch (column) {
    case ForestColumn::Name:
        return paintName(painter, option.rect, row, focused);
    case ForestColumn::Times:
        return paintTimes(painter, option.rect, row);
    case ForestColumn::Median:
        return paintNumber(painter, option.rect, row.median, true);
    case ForestColumn::P99:
        return paintNumber(painter, option.rect, row.p99, false);
    case ForestColumn::Bar:
        return paintBar(painter, option.rect, row, focused);
    case ForestColumn::Ratio:
        return paintRatio(painter, option.rect, row);
    case ForestColumn::Throughput:
        return paintNumber(painter, option.rect, row.throughput, false);
    case ForestColumn::Verdict:
        return paintVerdict(painter, option.rect, row);
    }
}

void ForestDelegate::paintGround(const PaintedItem& item, ForestColumn column)
{
    const Tokens& tokens = item.tokens();
    // One rounded bar over the whole row: the ends of the inner cells lie outside their clip.
    const int left = column == ForestColumn::Name ? 0 : 12;
    const int right = column == ForestColumn::Verdict ? 0 : 12;
    const qreal line = tokens.tints ? 0 : tokens.line;
    const QRectF bar = QRectF(item.option.rect)
                           .adjusted(-left, 1, right, -1)
                           .adjusted(line / 2, line / 2, -line / 2, -line / 2);
    item.painter.setPen(tokens.tints ? QPen(Qt::NoPen) : QPen(tokens.accent, tokens.line));
    item.painter.setBrush(tokens.selection);
    item.painter.drawRoundedRect(bar, 6, 6);
}

void ForestDelegate::paintName(
    QPainter& painter, const QRect& cell, const ForestRow& row, bool focused) const
{
    drawDash(painter, theme().variant(row.variant),
        QRectF(cell.left() + cellSide, cell.top(), cellDash, cell.height()));
    const QRect box = cell.adjusted(cellSide + cellDash + dashGap, 0, -4, 0);
    painter.setFont(uiFont(type::base, focused ? QFont::DemiBold : QFont::Medium));
    painter.setPen(theme().tokens().text);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        elidedText(row.name, painter.font(), Qt::ElideMiddle, box.width()));
}

void ForestDelegate::paintTimes(QPainter& painter, const QRect& cell, const ForestRow& row) const
{
    const Tokens& tokens = theme().tokens();
    const QRectF box = plotBox(cell);
    paintTickLines(painter, tokens, m_times, box, cell);
    if (!row.violin) {
        painter.setFont(noteFont());
        painter.setPen(tokens.muted);
        drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter,
            elidedText(
                row.whyNoTime, painter.font(), Qt::ElideRight, static_cast<int>(box.width())));
        return;
    }
    const qreal height = std::min(cell.height() * 0.78, 34.0);
    const QRectF line(box.left(), cell.center().y() + 0.5 - height / 2, box.width(), height);
    drawViolin(
        painter, tokens, theme().variant(row.variant), *row.violin, line,
        [this, &box](double value) { return m_times.toX(box, value); }, ViolinSize::Mini);
}

void ForestDelegate::paintBar(
    QPainter& painter, const QRect& cell, const ForestRow& row, bool focused) const
{
    const Tokens& tokens = theme().tokens();
    const QRectF box = plotBox(cell);
    paintTickLines(painter, tokens, m_ratios, box, cell);
    const double bandLeft = m_ratios.toX(box, m_forest.bandLow);
    const double bandRight = m_ratios.toX(box, m_forest.bandHigh);
    painter.fillRect(QRectF(bandLeft, cell.top(), bandRight - bandLeft, cell.height()),
        tokens.tints ? blend(tokens.muted, focused ? tokens.selection : tokens.panel, 0.2)
                     : tokens.grid);
    const double one = m_ratios.toX(box, 1);
    if (row.ratio) {
        const double end = m_ratios.toX(box, row.ratio->estimate);
        const qreal height = std::clamp(cell.height() * 0.2, 6.0, 9.0);
        const QColor colour
            = row.ratioDoubtful ? tokens.muted : theme().variant(row.variant).colour;
        painter.fillRect(QRectF(std::min(one, end), cell.center().y() + 0.5 - height / 2,
                             std::abs(end - one), height),
            blend(colour, tokens.panel, row.ratioDoubtful ? 0.45 : 0.6));
    }
    painter.setPen(QPen(tokens.muted, 1.4));
    painter.drawLine(QPointF(one, cell.top()), QPointF(one, cell.bottom() + 1));
    if (row.ratio)
        paintBracket(painter, box, row);
}

void ForestDelegate::paintBracket(QPainter& painter, const QRectF& box, const ForestRow& row) const
{
    const double low = std::max(row.ratio->low, m_ratios.low);
    const double high = std::min(row.ratio->high, m_ratios.high);
    const double left = m_ratios.toX(box, low);
    const double right = m_ratios.toX(box, high);
    const double y = box.center().y();
    const double cap = std::clamp(box.height() * 0.13, 4.0, 6.0);
    QPen pen(theme().tokens().text, 1.6);
    if (row.ratioProvisional)
        pen.setDashPattern({2.5, 2});
    painter.setPen(pen);
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    painter.setPen(QPen(theme().tokens().text, 1.6));
    // A line across where the interval ends, an arrow where the axis does.
    const auto end = [&](double x, double back) {
        painter.drawLine(QPointF(x + back, y - cap), QPointF(x, back == 0 ? y + cap : y));
        if (back != 0)
            painter.drawLine(QPointF(x + back, y + cap), QPointF(x, y));
    };
    end(left, low == row.ratio->low ? 0 : cap);
    end(right, high == row.ratio->high ? 0 : -cap);
}

void ForestDelegate::paintNumber(
    QPainter& painter, const QRect& cell, const QString& text, bool strong) const
{
    const bool missing = text == QStringLiteral("–");
    painter.setFont(uiFont(type::base, strong ? QFont::DemiBold : QFont::Medium));
    painter.setPen(missing ? theme().tokens().muted : theme().tokens().text);
    drawText(painter, cell.adjusted(0, 0, -cellSide, 0), Qt::AlignRight | Qt::AlignVCenter, text);
}

void ForestDelegate::paintRatio(QPainter& painter, const QRect& cell, const ForestRow& row) const
{
    const Tokens& tokens = theme().tokens();
    QRect box = cell.adjusted(0, 0, -cellSide, 0);
    painter.setFont(intervalFont());
    painter.setPen(tokens.muted);
    if (!row.intervalText.isEmpty()) {
        drawText(painter, box, Qt::AlignRight | Qt::AlignVCenter, row.intervalText);
        box.adjust(0, 0, -qRound(widthOfText(painter.font(), row.intervalText)) - intervalGap, 0);
        painter.setFont(ratioFont());
    } else {
        painter.setFont(uiFont(type::base));
    }
    painter.setPen(row.ratio && !row.ratioDoubtful ? tokens.text : tokens.muted);
    drawText(painter, box, Qt::AlignRight | Qt::AlignVCenter, row.ratioText);
}

void ForestDelegate::paintVerdict(QPainter& painter, const QRect& cell, const ForestRow& row) const
{
    const Tokens& tokens = theme().tokens();
    const bool both = cell.height() >= twoLines && !row.note.isEmpty();
    const QString& word = cell.height() >= twoLines ? row.verdict : row.shortVerdict;
    const int line = 17;
    const int top = both ? cell.center().y() - line + 1 : cell.center().y() - line / 2;
    QRect words(cell.left() + cellSide, top, cell.width() - cellSide, line);
    if (row.variant == 0 && row.verdict == row.shortVerdict && row.status == Status::Neutral) {
        painter.setFont(uiFont(type::base));
        painter.setPen(tokens.muted);
        drawText(painter, words, Qt::AlignLeft | Qt::AlignVCenter, word);
    } else {
        drawStatus(painter, tokens, row.status,
            QRectF(
                words.left(), words.center().y() + 0.5 - forestSign / 2.0, forestSign, forestSign));
        painter.setFont(numberFont());
        painter.setPen(tokens.text);
        drawText(painter, words.adjusted(forestSign + signGap, 0, 0, 0),
            Qt::AlignLeft | Qt::AlignVCenter, word);
    }
    if (!both)
        return;
    words.translate(0, line);
    if (row.noteStatus)
        drawStatus(painter, tokens, *row.noteStatus,
            QRectF(
                words.left(), words.center().y() + 0.5 - forestSign / 2.0, forestSign, forestSign));
    const QRect note = words.adjusted(forestSign + signGap, 0, -4, 0);
    painter.setFont(noteFont());
    painter.setPen(row.noteStatus ? tokens.text : tokens.muted);
    drawText(painter, note, Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(row.note, painter.font(), Qt::ElideRight, note.width()));
}

int ForestDelegate::nameWidth() const
{
    const QFontMetrics metrics(uiFont(type::base, QFont::DemiBold));
    int widest = 0;
    for (const ForestRow& row : m_forest.rows)
        widest = std::max(widest, metrics.horizontalAdvance(row.name));
    return std::clamp(cellSide + cellDash + dashGap + widest + 10, 110, 210);
}

int ForestDelegate::ratioWidth() const
{
    const QFontMetrics ratio(ratioFont());
    const QFontMetrics interval(intervalFont());
    constexpr int headingRoom = 8; // a header elides a little before its words end
    int widest = interval.horizontalAdvance(QStringLiteral("× (95 % interval)")) + headingRoom;
    for (const ForestRow& row : m_forest.rows)
        widest = std::max(widest,
            ratio.horizontalAdvance(row.ratioText) + intervalGap
                + interval.horizontalAdvance(row.intervalText));
    return widest + 2 * cellSide;
}

int ForestDelegate::verdictWidth(int rowHeight) const
{
    const bool both = rowHeight >= twoLines;
    const QFontMetrics word(numberFont());
    const QFontMetrics note(noteFont());
    int widest = 0;
    int widestNote = 0;
    for (const ForestRow& row : m_forest.rows) {
        widest = std::max(widest, word.horizontalAdvance(both ? row.verdict : row.shortVerdict));
        if (both)
            widestNote = std::max(widestNote, note.horizontalAdvance(row.note));
    }
    return cellSide + forestSign + signGap + std::max(widest, std::min(widestNote, 190)) + 12;
}

} // namespace ui
