// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/page_text.h"

#include "profiler/report/text/text_table.h"
#include "profiler/report/text/text_width.h"
#include "ui/theme/fonts.h"

#include <QPainter>

namespace ui {

namespace {

QFont prepared(QFont font)
{
    font.setHintingPreference(QFont::PreferNoHinting);
    // Letters that a font exchanges beside digits could not be copied out of a PDF.
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

} // namespace

QFont PageStyle::font(double points, QFont::Weight weight) const
{
    return prepared(uiFont(qRound(this->points(points)), weight));
}

QFont PageStyle::code(double points) const
{
    return prepared(monoFont(qRound(this->points(points))));
}

void PageText::add(const QString& text, const QColor& colour, QFont::Weight weight)
{
    QTextCharFormat format;
    format.setForeground(colour);
    if (weight != QFont::Normal)
        format.setFontWeight(weight);
    m_formats.push_back({static_cast<int>(m_text.size()), static_cast<int>(text.size()), format});
    m_text += text;
}

void PageText::addMarked(const std::string& text, const QColor& colour)
{
    for (const auto& run : profiler::runsOf(text))
        add(pageText(run.text), colour, run.strong ? QFont::DemiBold : QFont::Normal);
}

std::shared_ptr<QTextLayout> PageText::layout(double width, Qt::Alignment alignment) const
{
    auto layout = std::make_shared<QTextLayout>(m_text, m_font);
    QTextOption option(alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(Qt::LeftToRight); // tables read so, whatever a name is written in
    option.setUseDesignMetrics(true);
    layout->setTextOption(option);
    layout->setFormats(m_formats);
    layout->beginLayout();
    double top = 0;
    for (QTextLine line = layout->createLine(); line.isValid(); line = layout->createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, top));
        top += line.height();
    }
    layout->endLayout();
    return layout;
}

double PageText::naturalWidth() const
{
    constexpr double endless = 1e7;
    const auto whole = layout(endless);
    return whole->lineCount() > 0 ? whole->lineAt(0).naturalTextWidth() : 0;
}

void addLines(
    Strips& strips, const std::shared_ptr<QTextLayout>& layout, double left, double spacing)
{
    const int count = layout->lineCount();
    for (int i = 0; i < count; ++i) {
        const QTextLine line = layout->lineAt(i);
        const double height = line.height() * spacing;
        const double inside = (height - line.height()) / 2;
        strips.push_back({.height = height,
            .paint =
                [layout, i, left, inside](QPainter& painter, const QPointF& corner) {
                    const QTextLine drawn = layout->lineAt(i);
                    drawn.draw(&painter, corner + QPointF(left, inside) - QPointF(0, drawn.y()));
                },
            .keepWithNext = (i == 0 && count > 1) || i == count - 2});
    }
}

PageStrip blankStrip(double height, bool keepWithNext)
{
    return {.height = height, .keepWithNext = keepWithNext, .blank = true};
}

QString pageText(const std::string& text)
{
    return QString::fromStdString(profiler::unitsKept(profiler::printable(text)));
}

} // namespace ui
