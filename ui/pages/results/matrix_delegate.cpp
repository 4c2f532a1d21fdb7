// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/matrix_delegate.h"

#include "ui/figure/chart_parts.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr double inset = 3;
constexpr double corner = 5;
constexpr double matrixSign = 13;

QFont caption(QFont::Weight weight = QFont::Normal)
{
    return uiFont(type::caption, weight);
}

/// Over both lines of a cell where one is too short: a verdict is never cut.
QStringList headingInTwoLines(const QString& text, const QFont& font, double width)
{
    if (textWidth(font, text) <= width)
        return {text};
    qsizetype end = text.lastIndexOf(u' ');
    while (end > 0 && textWidth(font, text.left(end)) > width)
        end = text.lastIndexOf(u' ', end - 1);
    if (end <= 0)
        return {elidedText(text, font, Qt::ElideRight, width)};
    return {text.left(end), elidedText(text.mid(end + 1), font, Qt::ElideRight, width)};
}

void drawLines(QPainter& painter, const QRectF& upper, const QRectF& lower, const QFont& font,
    const QColor& ink, const QStringList& lines)
{
    const auto left = Qt::AlignLeft | Qt::AlignVCenter;
    if (lines.size() == 1) {
        drawLabel(painter, upper.united(lower), left, font, ink, lines.front());
        return;
    }
    drawLabel(painter, upper, left, font, ink, lines.front());
    drawLabel(painter, lower, left, font, ink, lines.back());
}

} // namespace

MatrixDelegate::MatrixDelegate(const Theme& theme, const MatrixModel& model, QObject* parent)
    : PaintedDelegate(theme, parent)
    , m_model(model)
{
}

void MatrixDelegate::paintItem(const PaintedItem& item) const
{
    const auto& [painter, option, index, theme] = item;
    const MatrixRow& row = m_model.row(index.row());
    const QRectF cell(option.rect);
    painter.setClipRect(option.rect);
    if (index.row() > 0)
        painter.fillRect(QRectF(cell.left(), cell.top(), cell.width(), 1), theme.tokens().grid);
    if (index.column() == 0)
        paintCase(painter, cell, row);
    else if (index.column() == m_model.paybackColumn())
        paintPayback(painter, cell, row);
    else if (const MatrixCell* shown = m_model.variantCell(index); shown->variant == 0)
        paintBaseline(painter, cell, *shown);
    else
        paintVariant(painter, cell, *shown);
}

MatrixDelegate::Lines MatrixDelegate::linesOf(const QRectF& cell, double padding)
{
    constexpr double height = 18;
    const double middle = cell.center().y();
    const double left = cell.left() + padding;
    const double width = cell.width() - (2 * padding);
    return {QRectF(left, middle - height, width, height), QRectF(left, middle, width, height)};
}

void MatrixDelegate::paintCase(QPainter& painter, const QRectF& cell, const MatrixRow& row) const
{
    const Tokens& tokens = theme().tokens();
    if (row.caseIndex == m_shownCase && !Theme::DocumentPaint::isActive() && tokens.tints) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.selection);
        painter.drawRoundedRect(cell.adjusted(0, inset, -inset, -inset), corner, corner);
    }
    Lines lines = linesOf(cell, 8);
    if (row.inputs.isEmpty())
        lines.upper.moveCenter(cell.center());
    const QFont name = uiFont(type::base, QFont::DemiBold);
    drawLabel(painter, lines.upper, Qt::AlignLeft | Qt::AlignVCenter, name, tokens.text,
        shortened(row.name, name, lines.upper.width()));
    drawLabel(painter, lines.lower, Qt::AlignLeft | Qt::AlignVCenter, caption(), tokens.muted,
        shortened(row.inputs, caption(), lines.lower.width()));
}

void MatrixDelegate::paintPayback(QPainter& painter, const QRectF& cell, const MatrixRow& row) const
{
    const Tokens& tokens = theme().tokens();
    const Lines lines = linesOf(cell, 12);
    const auto middle = Qt::AlignLeft | Qt::AlignVCenter;
    if (row.payback.isEmpty()) {
        drawLines(painter, lines.upper, lines.lower, caption(), tokens.muted,
            headingInTwoLines(row.best ? row.paybackReason : absent() + u' ' + row.paybackReason,
                caption(), lines.upper.width()));
        return;
    }
    drawMarker(painter, theme().variant(*row.best),
        QPointF(lines.upper.left() + 5, lines.upper.center().y()), 9);
    const QFont name = caption(QFont::DemiBold);
    const auto column = std::find_if(m_model.variants().begin(), m_model.variants().end(),
        [&row](const Matrix::Column& each) { return each.variant == *row.best; });
    if (column != m_model.variants().end())
        drawLabel(painter, lines.upper.adjusted(17, 0, 0, 0), middle, name, tokens.text,
            shortened(column->name, name, lines.upper.width() - 17));
    drawLabel(
        painter, lines.lower.adjusted(17, 0, 0, 0), middle, caption(), tokens.muted, row.payback);
}

void MatrixDelegate::paintBaseline(
    QPainter& painter, const QRectF& cell, const MatrixCell& shown) const
{
    const Tokens& tokens = theme().tokens();
    paintGround(painter, cell.adjusted(inset, inset, -inset, -inset), shown);
    const bool wide = cell.width() >= mediumFrom + 30;
    const Lines lines = linesOf(cell, 12);
    const auto left = Qt::AlignLeft | Qt::AlignVCenter;
    QRectF upper = lines.upper;
    if (shown.framed)
        upper = paintSign(painter, upper, Status::Good, shown.word);
    if (!shown.framed && !shown.word.isEmpty()) {
        drawStatus(painter, tokens, shown.status.value_or(Status::Neutral),
            QRectF(upper.left(), upper.center().y() - (matrixSign / 2), matrixSign, matrixSign));
        drawLabel(painter, upper.adjusted(matrixSign + 5, 0, 0, 0), left, caption(), tokens.text,
            shown.word);
        return;
    }
    drawLabel(painter, upper, left, caption(), tokens.muted, wide ? tr("baseline") : shown.median);
    drawLabel(painter, lines.lower, left, caption(), wide ? tokens.text : tokens.muted,
        wide ? tr("%1 · p99 %2").arg(shown.median, shown.p99) : tr("p99 %1").arg(shown.p99));
}

void MatrixDelegate::paintGround(
    QPainter& painter, const QRectF& box, const MatrixCell& shown) const
{
    const Tokens& tokens = theme().tokens();
    constexpr double faintest = 0.13;
    constexpr double deepest = 0.42;
    if (tokens.tints && shown.variant != 0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(shown.tint > 0
                ? blend(tokens.accent, tokens.panel, faintest + (shown.tint * (deepest - faintest)))
                : tokens.raised);
        painter.drawRoundedRect(box, corner, corner);
    }
    if (!shown.framed)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens.text, 2));
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), corner, corner);
}

void MatrixDelegate::paintVariant(
    QPainter& painter, const QRectF& cell, const MatrixCell& shown) const
{
    const Tokens& tokens = theme().tokens();
    paintGround(painter, cell.adjusted(inset, inset, -inset, -inset), shown);
    const bool wide = cell.width() >= wideFrom;
    const Lines lines = linesOf(cell, cell.width() >= mediumFrom ? 13 : 10);
    if (!shown.ratio.isEmpty()) {
        paintUpper(painter, lines.upper, shown, wide);
        paintLower(painter, lines.lower, shown, wide);
        return;
    }
    drawStatus(painter, tokens, shown.status.value_or(Status::Neutral),
        QRectF(lines.upper.left(), lines.upper.center().y() - (matrixSign / 2), matrixSign,
            matrixSign));
    const QFont strong = caption(QFont::DemiBold);
    const QRectF first = lines.upper.adjusted(matrixSign + 5, 0, 0, 0);
    const QStringList words = headingInTwoLines(shown.word, strong, first.width());
    if (words.size() > 1) { // the reason stands in the tooltip
        drawLines(painter, first, lines.lower.adjusted(matrixSign + 5, 0, 0, 0), strong,
            tokens.text, words);
        return;
    }
    const auto left = Qt::AlignLeft | Qt::AlignVCenter;
    drawLabel(painter, first, left, strong, tokens.text, words.front());
    drawLabel(painter, lines.lower, left, caption(), tokens.muted,
        elidedText(shown.note, caption(), Qt::ElideRight, qRound(lines.lower.width())));
}

QRectF MatrixDelegate::paintSign(
    QPainter& painter, QRectF line, Status status, const QString& word) const
{
    drawStatus(painter, theme().tokens(), status,
        QRectF(line.right() - matrixSign, line.center().y() - (matrixSign / 2), matrixSign,
            matrixSign));
    line.setRight(line.right() - matrixSign - 4);
    if (word.isEmpty() || line.width() < mediumFrom)
        return line;
    drawLabel(painter, line, Qt::AlignRight | Qt::AlignVCenter, caption(QFont::DemiBold),
        theme().tokens().text, word);
    line.setRight(line.right() - textWidth(caption(QFont::DemiBold), word) - 6);
    return line;
}

void MatrixDelegate::paintUpper(
    QPainter& painter, QRectF line, const MatrixCell& shown, bool wide) const
{
    const Tokens& tokens = theme().tokens();
    const QFont figure = uiFont(wide ? type::title : 14, QFont::Bold);
    if (shown.framed)
        line = paintSign(painter, line, Status::Good, shown.word);
    const double word
        = shown.direction.isEmpty() ? 0 : 4 + textWidth(caption(QFont::DemiBold), shown.direction);
    const double words = textWidth(figure, shown.ratio) + word;
    // "slower" is never left out: the shape goes first.
    if (!wide && shown.status && !shown.framed && words + matrixSign + 4 <= line.width())
        line = paintSign(painter, line, *shown.status, {});
    const QColor& ink = shown.doubtful ? tokens.muted : tokens.text;
    const auto left = Qt::AlignLeft | Qt::AlignVCenter;
    drawLabel(painter, line, left, figure, ink, shown.ratio);
    drawLabel(painter, line.adjusted(words - word + 4, 0, 0, 0), left, caption(QFont::DemiBold),
        ink, shown.direction);
    if (wide)
        drawLabel(painter, line.adjusted(words + 7, 0, 0, 0), left, caption(), ink,
            u'(' + shown.interval + u')');
}

void MatrixDelegate::paintLower(
    QPainter& painter, const QRectF& line, const MatrixCell& shown, bool wide) const
{
    const Tokens& tokens = theme().tokens();
    const auto left = Qt::AlignLeft | Qt::AlignVCenter;
    if (!wide) {
        drawLabel(painter, line, left, uiFont(line.width() < 76 ? type::small : type::caption),
            shown.doubtful ? tokens.muted : tokens.text, shown.interval);
        return;
    }
    const QString times = tr("%1 · p99 %2").arg(shown.median, shown.p99);
    drawLabel(painter, line, left, caption(), tokens.text, times);
    if (shown.note.isEmpty())
        return;
    QRectF rest = line.adjusted(textWidth(caption(), times) + 10, 0, 0, 0);
    const bool signs = shown.status && (*shown.status != Status::Good);
    if (rest.width() < 40)
        return;
    if (signs) {
        drawStatus(painter, tokens, *shown.status,
            QRectF(rest.left(), rest.center().y() - (matrixSign / 2), matrixSign, matrixSign));
        rest.setLeft(rest.left() + matrixSign + 4);
    }
    const QFont font = caption(signs ? QFont::DemiBold : QFont::Normal);
    drawLabel(painter, rest, left, font, tokens.text,
        elidedText(shown.note, font, Qt::ElideRight, qRound(rest.width())));
}

} // namespace ui
