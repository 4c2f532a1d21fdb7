// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/page_table.h"
#include "ui/export/report_pages.h"
#include "ui/export/svg_drawing.h"
#include "ui/text/text.h"
#include "ui/theme/shapes.h"

#include <QPainter>

#include <sstream>

namespace ui {

namespace {

using namespace profiler;

/// Puts something behind a strip, such as a ground or a bar.
template <typename Behind>
void paintBehind(Strips& strips, std::size_t from, Behind behind)
{
    for (std::size_t i = from; i < strips.size(); ++i) {
        const bool first = i == from;
        const bool last = i + 1 == strips.size();
        strips[i].blank = false; // it belongs to what is painted
        strips[i].paint = [before = strips[i].paint, behind, height = strips[i].height, first,
                              last](QPainter& painter, const QPointF& corner) {
            behind(painter, QRectF(corner, QSizeF(1, height)), first, last);
            if (before)
                before(painter, corner);
        };
    }
}

class StripWriter {
public:
    StripWriter(const PageStyle& style, double width)
        : m_style(style)
        , m_width(width)
    {
    }

    void title(const Report& report)
    {
        PageText title(m_style.font(17, QFont::Bold));
        title.add(pageText(report.title), tokens().text, QFont::Bold);
        addLines(m_strips, title.layout(m_width), 0, 1.05);
        addText(report.subtitle, m_style.font(8.5), tokens().muted);
        room(9);
    }

    void section(const Section& section)
    {
        if (!section.title.empty()) {
            room(13);
            addKept(section.title, m_style.font(12, QFont::DemiBold), tokens().text);
            m_strips.push_back(blankStrip(m_style.points(3), true));
        }
        for (std::size_t i = 0; i < section.blocks.size(); ++i) {
            const auto from = m_strips.size();
            std::visit(*this, section.blocks[i]);
            const bool beforeChart = i + 1 < section.blocks.size()
                && std::holds_alternative<ChartBlock>(section.blocks[i + 1]);
            if (beforeChart && std::holds_alternative<ParagraphBlock>(section.blocks[i]))
                keepFrom(from); // it says what the chart shows
        }
    }

    void operator()(const HeadingBlock& block)
    {
        room(8);
        addKept(block.text, m_style.font(9.5, QFont::DemiBold), tokens().text);
        m_strips.push_back(blankStrip(m_style.points(2), true));
    }

    void operator()(const ParagraphBlock& block)
    {
        if (block.role == TextRole::Verdict)
            return verdict(block);
        const bool muted = block.role == TextRole::Muted;
        marked(block.mark, block.word, block.text, {}, m_style.font(muted ? 8 : 9),
            muted ? tokens().muted : tokens().text);
        room(4);
    }

    void operator()(const ListBlock& block)
    {
        for (const auto& item : block.items) {
            marked(item.mark, item.word, item.text, item.detail, m_style.font(9), tokens().text);
            room(1.5);
        }
        room(3);
    }

    void operator()(const CodeTextBlock& block)
    {
        if (!block.caption.empty())
            addKept(block.caption, m_style.font(8), tokens().muted);
        const double inset = m_style.points(7);
        const auto from = m_strips.size();
        m_strips.push_back({.height = m_style.points(4), .keepWithNext = true});
        std::istringstream lines(block.code);
        for (std::string line; std::getline(lines, line);) {
            PageText code(m_style.code(7.5));
            code.add(line.empty() ? QStringLiteral(" ") : pageText(line), tokens().text);
            addLines(m_strips, code.layout(m_width - 2 * inset), inset, 1.12);
        }
        m_strips.back().keepWithNext = true;
        m_strips.push_back({.height = m_style.points(4)});
        paintBehind(m_strips, from,
            [width = m_width, ground = tokens().raised](
                QPainter& painter, const QRectF& strip, bool /*first*/, bool /*last*/) {
                // A hair higher, so that no light shows between two lines.
                painter.fillRect(
                    QRectF(strip.topLeft(), QSizeF(width, strip.height() + 1)), ground);
            });
        room(6);
    }

    void operator()(const TableBlock& block)
    {
        addTable(m_strips, block, m_style, m_width);
        room(7);
    }

    void operator()(const ChartBlock& block)
    {
        if (block.picture.isEmpty()) {
            addText(block.picture.whyEmpty, m_style.font(9), tokens().muted);
            return room(4);
        }
        if (!block.title.empty())
            addKept(block.title, m_style.font(9, QFont::DemiBold), tokens().text);
        const auto drawing = std::make_shared<const SvgDrawing>(block.picture);
        const QSizeF size(m_width * m_style.scale,
            m_width * m_style.scale * block.picture.height / block.picture.width);
        m_strips.push_back({.height = size.height(),
            .paint = [drawing, size](QPainter& painter, const QPointF& corner) {
                drawing->paint(painter, QRectF(corner, size));
            }});
        room(5);
    }

    void operator()(const NoteBlock& block)
    {
        std::istringstream lines(block.text);
        for (std::string line; std::getline(lines, line);)
            addText(line.empty() ? " " : line, m_style.font(9), tokens().text);
        room(4);
    }

    [[nodiscard]] Strips strips() && { return std::move(m_strips); }

private:
    [[nodiscard]] const Tokens& tokens() const { return m_style.tokens; }

    /// Blank; where a heading stands above, it stays with what follows.
    void room(double points)
    {
        const bool keep = !m_strips.empty() && m_strips.back().keepWithNext;
        m_strips.push_back(blankStrip(m_style.points(points), keep));
    }

    void keepFrom(std::size_t from)
    {
        for (std::size_t i = from; i < m_strips.size(); ++i)
            m_strips[i].keepWithNext = true;
    }

    void addText(const std::string& text, const QFont& font, const QColor& colour)
    {
        PageText lines(font);
        lines.add(pageText(text), colour, font.weight());
        addLines(m_strips, lines.layout(m_width), 0);
    }

    /// It stays with what follows.
    void addKept(const std::string& text, const QFont& font, const QColor& colour)
    {
        const auto from = m_strips.size();
        addText(text, font, colour);
        keepFrom(from);
    }

    /// A bar in the verdict's colour along its word and sentence.
    void verdict(const ParagraphBlock& block)
    {
        const auto status = block.mark ? statusOf(*block.mark) : Status::Information;
        const double inset = m_style.points(11);
        const auto from = m_strips.size();
        if (block.mark) {
            addSigned(status, block.word, inset);
            m_strips.push_back({.height = m_style.points(3), .keepWithNext = true});
        }
        PageText sentence(m_style.font(13));
        sentence.addMarked(block.text, tokens().text);
        addLines(m_strips, sentence.layout(m_width - inset), inset, 1.15);
        for (std::size_t i = from; i + 1 < m_strips.size(); ++i)
            m_strips[i].keepWithNext = true;
        paintBehind(m_strips, from,
            [colour = tokens().status(status), wide = m_style.points(2.6)](
                QPainter& painter, const QRectF& strip, bool /*first*/, bool /*last*/) {
                painter.fillRect(QRectF(strip.topLeft(), QSizeF(wide, strip.height() + 1)), colour);
            });
        room(7);
    }

    /// The shape and its word in bold.
    void addSigned(Status status, const std::string& word, double left)
    {
        PageText text(m_style.font(9.5, QFont::DemiBold));
        text.add(pageText(word), tokens().status(status), QFont::DemiBold);
        const auto from = m_strips.size();
        addLines(m_strips, text.layout(m_width - left), left + m_style.points(14));
        paintSign(from, status, left);
    }

    void paintSign(std::size_t strip, Status status, double left)
    {
        auto& first = m_strips[strip];
        const double size = m_style.points(9);
        first.paint = [text = first.paint, status, left, size, height = first.height,
                          &tokens = m_style.tokens](QPainter& painter, const QPointF& corner) {
            painter.save();
            painter.translate(corner + QPointF(left, (height - size) / 2));
            painter.scale(size / 16, size / 16); // the shapes are made for a screen
            drawStatus(painter, tokens, status, QRectF(0, 0, 16, 16));
            painter.restore();
            text(painter, corner);
        };
    }

    void marked(const std::optional<Mark>& mark, const std::string& word, const std::string& text,
        const std::string& detail, const QFont& font, const QColor& colour)
    {
        PageText paragraph(font);
        if (!word.empty())
            paragraph.add(pageText(word) + u' ', mark ? tokens().status(statusOf(*mark)) : colour,
                QFont::DemiBold);
        paragraph.addMarked(text, colour);
        if (!detail.empty())
            paragraph.add(QStringLiteral(" (") + pageText(detail) + u')', tokens().muted);
        const double inset = mark ? m_style.points(14) : 0;
        const auto from = m_strips.size();
        addLines(m_strips, paragraph.layout(m_width - inset), inset);
        if (mark && from < m_strips.size())
            paintSign(from, statusOf(*mark), 0);
    }

    const PageStyle& m_style;
    double m_width;
    Strips m_strips;
};

} // namespace

Strips reportStrips(const Report& report, const PageStyle& style, double width)
{
    StripWriter writer(style, width);
    writer.title(report);
    for (const auto& section : report.sections)
        writer.section(section);
    return std::move(writer).strips();
}

} // namespace ui
