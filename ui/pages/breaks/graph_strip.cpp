// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/graph_strip.h"

#include "profiler/model/number_text.h"
#include "ui/figure/painted_document.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cstddef>

namespace ui {

constexpr double gapPixels = 26; ///< the break between two graphs
constexpr double barTop = 24;
constexpr double barHeight = 28;
constexpr double stripSignSize = 18;

GraphStrip::GraphStrip(const Theme& theme)
    : PaintedWidget(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    constexpr int fileWidth = 960;
    new PaintedDocument(theme, *this,
        {.title = tr("Graphs of one call and the breaks between them"),
            .table = [this] { return table(); },
            .width = fileWidth});
}

ChartTable GraphStrip::table() const
{
    ChartTable all {.title = tr("Graphs of one call and the breaks between them"),
        .columns = {tr("graph"), tr("times a call"), tr("operators"), tr("ends at break")}};
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
        const profiler::GraphPiece& graph = m_graphs[i];
        all.rows.append({static_cast<int>(i) + 1, QVariant::fromValue<qlonglong>(graph.times),
            graph.operators ? QVariant::fromValue<qlonglong>(*graph.operators)
                            : missing(tr("not recorded")),
            graph.endsAt ? QVariant(*graph.endsAt + 1) : QVariant(tr("end of the call"))});
    }
    return all;
}

void GraphStrip::setGraphs(std::vector<profiler::GraphPiece> graphs, int variant)
{
    m_graphs = std::move(graphs);
    m_variant = variant;
    QStringList words;
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
        words << textOf(i, 1e6);
        if (m_graphs[i].endsAt)
            words << tr("break %1").arg(*m_graphs[i].endsAt + 1);
    }
    setAccessibleName(tr("Graphs of one call: %1").arg(words.join(QStringLiteral(", "))));
    update();
}

void GraphStrip::setChosen(int place)
{
    m_chosen = place;
    update();
}

QRectF GraphStrip::boxOf(std::size_t piece) const
{
    const auto count = static_cast<double>(m_graphs.size());
    const double room = width() - (gapPixels * (count - 1)) - 2;
    const double each = std::max(2.0, room / count);
    return {1 + (static_cast<double>(piece) * (each + gapPixels)), barTop, each, barHeight};
}

/// In the gap behind a graph; of the last one over its end.
QRectF GraphStrip::signOf(std::size_t piece) const
{
    const bool last = piece + 1 == m_graphs.size();
    const double x = boxOf(piece).right() + (last ? -stripSignSize / 2 : gapPixels / 2);
    return {x - (stripSignSize / 2), 1, stripSignSize, stripSignSize};
}

QString GraphStrip::textOf(std::size_t piece, double room) const
{
    const profiler::GraphPiece& graph = m_graphs.at(piece);
    const QString number = QString::number(piece + 1);
    QString name = tr("graph %1").arg(number);
    if (graph.times > 1)
        name += tr(", %1 times").arg(graph.times);
    const QString whole = graph.operators ? name + QStringLiteral(" · ")
            + qt(profiler::countText(*graph.operators, "operator", "operators"))
                                          : name;
    const QFontMetricsF metrics(uiFont(type::caption, QFont::Medium));
    for (const QString& text : {whole, name, number})
        if (metrics.horizontalAdvance(text) + 8 < room)
            return text;
    return {};
}

void GraphStrip::paintPiece(QPainter& painter, std::size_t piece) const
{
    const Tokens& tokens = theme().tokens();
    const QRectF box = boxOf(piece);
    const QColor colour = theme().variant(m_variant).colour;
    painter.setPen(QPen(colour, 1.2));
    painter.setBrush(blend(colour, tokens.panel, tokens.tints ? 0.28 : 0));
    painter.drawRoundedRect(box.adjusted(0.6, 0.6, -0.6, -0.6), 4, 4);
    painter.setFont(uiFont(type::caption, QFont::Medium));
    painter.setPen(tokens.text);
    drawText(painter, box, Qt::AlignCenter, textOf(piece, box.width()));
    if (piece + 1 < m_graphs.size())
        drawIdle(painter, tokens, IdlePattern::Crossed,
            QRectF(box.right() + 2, box.top() + 2, gapPixels - 4, box.height() - 4));
}

void GraphStrip::paintBreak(QPainter& painter, std::size_t piece) const
{
    const auto& place = m_graphs.at(piece).endsAt;
    if (!place)
        return;
    const Tokens& tokens = theme().tokens();
    const bool chosen = *place == m_chosen;
    const QRectF sign = signOf(piece);
    painter.setPen(QPen(tokens.warn, chosen ? 3 : 2));
    painter.drawLine(QPointF(sign.center().x(), sign.bottom()),
        QPointF(sign.center().x(), barTop + barHeight + 4));
    painter.setBrush(chosen ? tokens.selection : tokens.panel);
    painter.drawEllipse(sign.adjusted(1, 1, -1, -1));
    painter.setFont(uiFont(type::small, QFont::Bold));
    painter.setPen(tokens.text);
    drawText(painter, sign, Qt::AlignCenter, QString::number(*place + 1));
}

void GraphStrip::paint(QPainter& painter, const Tokens& /*tokens*/)
{
    for (std::size_t i = 0; i < m_graphs.size(); ++i)
        paintPiece(painter, i);
    for (std::size_t i = 0; i < m_graphs.size(); ++i)
        paintBreak(painter, i);
}

void GraphStrip::mousePressEvent(QMouseEvent* event)
{
    for (std::size_t i = 0; i < m_graphs.size(); ++i)
        if (m_graphs[i].endsAt && signOf(i).adjusted(-4, 0, 4, 40).contains(event->position()))
            Q_EMIT breakChosen(*m_graphs[i].endsAt);
}

} // namespace ui
