// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/report_pages.h"

#include <QPainter>

namespace ui {

namespace {

constexpr double sheetWidthMm = 210;
constexpr double sheetHeightMm = 297;
constexpr double sideMm = 16;
constexpr double topMm = 14;
constexpr double footMm = 9; ///< from the edge to the last line

double heightOf(const Strips& strips)
{
    double height = 0;
    for (const PageStrip& strip : strips)
        height += strip.height;
    return height;
}

double bodyWidth()
{
    return millimetres(sheetWidthMm - 2 * sideMm);
}

const Tokens& tokensFor(profiler::ReportTheme theme)
{
    return tokensOf(theme == profiler::ReportTheme::Dark ? ThemeKind::Dark : ThemeKind::Light);
}

Strips footStrips(const profiler::Report& report, const PageStyle& style)
{
    Strips strips;
    PageText source(style.font(7));
    source.add(pageText(report.source), style.tokens.muted);
    const double room = bodyWidth() - style.points(70); // the page's number stands beside it
    addLines(strips, source.layout(room), 0);
    if (!report.command.empty()) {
        PageText command(style.code(6.5));
        command.add(pageText(report.command), style.tokens.muted);
        addLines(strips, command.layout(room), 0);
    }
    return strips;
}

Strips headStrips(const profiler::Report& report, const PageStyle& style)
{
    Strips strips;
    PageText title(style.font(7.5, QFont::DemiBold));
    title.add(pageText(report.title), style.tokens.muted, QFont::DemiBold);
    addLines(strips, title.layout(bodyWidth()), 0);
    constexpr std::size_t most = 2; // of a very long title; the first page has it whole
    if (strips.size() > most)
        strips.resize(most);
    return strips;
}

void paintStrips(QPainter& painter, const Strips& strips, QPointF corner)
{
    for (const PageStrip& strip : strips) {
        strip.paint(painter, corner);
        corner.ry() += strip.height;
    }
}

} // namespace

QSizeF ReportPages::sheet()
{
    return {millimetres(sheetWidthMm), millimetres(sheetHeightMm)};
}

ReportPages::ReportPages(profiler::Report report)
    : m_report(std::move(report))
    , m_style {.tokens = tokensFor(m_report.theme)}
{
    m_foot = footStrips(m_report, m_style);
    m_head = headStrips(m_report, m_style);
    layOut(1);
    // One page is one page: a little smaller if need be, not unreadable.
    constexpr double smallest = 0.74;
    constexpr double step = 0.04;
    for (double scale = 1 - step;
         m_report.kind == profiler::ReportTemplate::OnePage && count() > 1 && scale > smallest;
         scale -= step)
        layOut(scale);
}

void ReportPages::layOut(double scale)
{
    const PageStyle style {.tokens = m_style.tokens, .scale = scale};
    m_strips = reportStrips(m_report, style, bodyWidth());
    const double head = heightOf(m_head);
    m_bodyTop = millimetres(topMm) + head + style.points(10);
    const double bottom = millimetres(sheetHeightMm - footMm) - heightOf(m_foot);
    m_pages = paginated(m_strips, bottom - m_style.points(8) - m_bodyTop);
}

void ReportPages::paint(QPainter& painter, int page) const
{
    const std::lock_guard lock(m_painting);
    const double left = millimetres(sideMm);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (m_report.theme == profiler::ReportTheme::Dark)
        painter.fillRect(QRectF(QPointF(0, 0), sheet()), m_style.tokens.panel);
    if (page > 0)
        paintStrips(painter, m_head, {left, millimetres(topMm)});
    // The first page has no line above: its title begins where that would be.
    const double top = page > 0 ? m_bodyTop : millimetres(topMm);
    for (const PlacedStrip& placed : m_pages.at(static_cast<std::size_t>(page))) {
        if (placed.strip->paint)
            placed.strip->paint(painter, {left, top + placed.top});
    }
    const double foot = millimetres(sheetHeightMm - footMm) - heightOf(m_foot);
    painter.setPen(QPen(m_style.tokens.border, m_style.points(0.6)));
    const double line = foot - m_style.points(4);
    painter.drawLine(QPointF(left, line), QPointF(left + bodyWidth(), line));
    paintStrips(painter, m_foot, {left, foot});
    PageText number(m_style.font(7));
    number.add(QStringLiteral("page %1 of %2").arg(page + 1).arg(count()), m_style.tokens.muted);
    number.layout(bodyWidth(), Qt::AlignRight)->draw(&painter, {left, foot + m_style.points(1)});
}

QImage ReportPages::image(int page, double pixelsPerInch) const
{
    const double scale = pixelsPerInch / unitsPerInch;
    const QSizeF size = sheet() * scale;
    QImage image(qRound(size.width()), qRound(size.height()), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(scale, scale);
    paint(painter, page);
    return image;
}

} // namespace ui
