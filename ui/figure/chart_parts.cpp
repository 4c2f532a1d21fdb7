// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/chart_parts.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

namespace ui {

constexpr double legendLine = 19;
constexpr double longestLegendName = 170;

double textWidth(const QFont& font, const QString& text)
{
    return widthOfText(font, text);
}

QString shortened(const QString& text, const QFont& font, double width)
{
    return elidedText(text, font, Qt::ElideMiddle, width);
}

void drawLabel(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QFont& font,
    const QColor& colour, const QString& text)
{
    painter.save();
    painter.setFont(font);
    painter.setPen(colour);
    drawText(painter, box, static_cast<int>(alignment) | Qt::TextDontClip, text);
    painter.restore();
}

void drawVariantName(QPainter& painter, const Tokens& tokens, const VariantStyle& style,
    const QRectF& box, const QString& name, Emphasis emphasis)
{
    drawMarker(painter, style, QPointF(box.left() + 5, box.center().y()), 9);
    const QFont font
        = uiFont(type::caption, emphasis == Emphasis::Focused ? QFont::DemiBold : QFont::Normal);
    const QRectF text = box.adjusted(17, 0, 0, 0);
    drawLabel(painter, text, Qt::AlignLeft | Qt::AlignVCenter, font, tokens.text,
        shortened(name, font, text.width()));
}

std::vector<ChartLegend::Place> ChartLegend::places(double width) const
{
    std::vector<Place> places;
    const QFont font = uiFont(type::caption);
    double x = 0;
    double y = 0;
    for (const Entry& entry : m_entries) {
        const QString text = shortened(entry.text, font, longestLegendName);
        const double needed = entry.sampleWidth + 6 + textWidth(font, text);
        if (x > 0 && x + needed > width) {
            x = 0;
            y += legendLine;
        }
        places.push_back({QRectF(x, y, needed, legendLine), text});
        x += needed + 18;
    }
    return places;
}

double ChartLegend::heightFor(double width) const
{
    const auto all = places(width);
    return all.empty() ? 0 : all.back().box.bottom();
}

QRectF ChartLegend::boxOf(std::size_t index, const QRectF& box) const
{
    return places(box.width()).at(index).box.translated(box.topLeft());
}

void ChartLegend::paint(QPainter& painter, const Tokens& tokens, const QRectF& box) const
{
    const auto all = places(box.width());
    for (std::size_t index = 0; index < all.size(); ++index) {
        const QRectF place = all[index].box.translated(box.topLeft());
        const Entry& entry = m_entries[index];
        entry.sample(painter, QRectF(place.left(), place.top(), entry.sampleWidth, place.height()));
        drawLabel(painter, place.adjusted(entry.sampleWidth + 6, 0, 0, 0),
            Qt::AlignLeft | Qt::AlignVCenter, uiFont(type::caption), tokens.muted, all[index].text);
    }
}

} // namespace ui
