// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/svg_drawing.h"

#include "ui/theme/fonts.h"

#include <QByteArray>
#include <QPainter>
#include <QSvgRenderer>
#include <QTextLayout>

namespace ui {

namespace {

constexpr double fineness = 10; ///< fonts come in whole pixels: text is set larger, then scaled

void paintText(QPainter& painter, const SvgText& text)
{
    QFont font
        = uiFont(qRound(text.size * fineness), text.strong ? QFont::DemiBold : QFont::Normal);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::PreferNoShaping);
    QTextLayout layout(text.text, font);
    QTextOption option;
    option.setUseDesignMetrics(true);
    option.setTextDirection(Qt::LeftToRight);
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    layout.endLayout();
    if (!line.isValid())
        return;
    const double width = line.naturalTextWidth();
    const double left = text.anchor == Qt::AlignRight ? -width
        : text.anchor == Qt::AlignHCenter             ? -width / 2
                                                      : 0;
    painter.save();
    painter.translate(text.at);
    painter.scale(1 / fineness, 1 / fineness);
    painter.setPen(text.colour);
    line.draw(&painter, QPointF(left, -line.ascent()));
    painter.restore();
}

} // namespace

SvgDrawing::SvgDrawing(const profiler::Picture& picture)
    : m_size(picture.width, picture.height)
    , m_renderer(std::make_unique<QSvgRenderer>())
{
    auto split = splitSvg(QByteArray::fromStdString(profiler::standaloneSvg(picture, "Inter")));
    m_renderer->load(split.marks);
    m_texts = std::move(split.texts);
}

SvgDrawing::~SvgDrawing() = default;

bool SvgDrawing::isValid() const
{
    return m_renderer->isValid();
}

void SvgDrawing::paint(QPainter& painter, const QRectF& box) const
{
    if (m_size.isEmpty())
        return;
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    m_renderer->render(&painter, box);
    painter.translate(box.topLeft());
    painter.scale(box.width() / m_size.width(), box.height() / m_size.height());
    for (const SvgText& text : m_texts)
        paintText(painter, text);
    painter.restore();
}

} // namespace ui
