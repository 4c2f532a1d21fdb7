// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/page_table.h"

#include <QPainter>
#include <QPen>

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

using profiler::Align;
using profiler::ReportColumn;
using profiler::ReportRow;
using profiler::TableBlock;

constexpr double padding = 4; ///< points, at each side of a cell

double sumOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

using Cells = std::vector<std::shared_ptr<QTextLayout>>;

/// A row, cut into lines.
struct RowLines {
    Cells cells = {};
    std::vector<double> lefts;
    int count = 1;
    double lineHeight = 0;
    double edge = 0; ///< above the first line and below the last
    double width = 0;
    QPen under;
    QPen over; ///< of a total

    [[nodiscard]] bool isLast(int line) const { return line == count - 1; }

    [[nodiscard]] double heightOf(int line) const
    {
        return lineHeight + (line == 0 ? edge : 0) + (isLast(line) ? edge : 0);
    }

    void paint(QPainter& painter, const QPointF& corner, int line) const
    {
        const double above = line == 0 ? edge : 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (line >= cells[i]->lineCount())
                continue;
            const QTextLine drawn = cells[i]->lineAt(line);
            drawn.draw(&painter, corner + QPointF(lefts[i], above - drawn.y()));
        }
        const QPointF right(width, 0);
        if (line == 0 && over.color().alpha() > 0) {
            painter.setPen(over);
            painter.drawLine(corner, corner + right);
        }
        if (!isLast(line))
            return;
        const QPointF bottom = corner + QPointF(0, heightOf(line));
        painter.setPen(under);
        painter.drawLine(bottom, bottom + right);
    }
};

/// Lays a table out at one size of type.
class TableLayout {
public:
    TableLayout(const TableBlock& table, const PageStyle& style, double width, double size)
        : m_table(table)
        , m_style(style)
        , m_width(width)
        , m_size(size)
    {
        measure();
    }

    /// Do the columns that cannot break (numbers) leave room for the others?
    [[nodiscard]] bool fits() const { return m_fits; }

    void addTo(Strips& strips) const
    {
        const auto heading = std::make_shared<const PageStrip>(headingStrip());
        strips.push_back(*heading);
        strips.back().keepWithNext = true;
        for (const auto& row : m_table.rows)
            addRow(strips, row, heading);
    }

private:
    [[nodiscard]] PageText cellText(const ReportRow& row, std::size_t column) const
    {
        const bool code = m_table.columns[column].code;
        PageText text(code ? m_style.code(m_size * 0.94) : m_style.font(m_size));
        const bool strong = (row.strong || row.total) && !code;
        if (column < row.cells.size())
            text.add(pageText(row.cells[column]), m_style.tokens.text,
                strong ? QFont::DemiBold : QFont::Normal);
        return text;
    }

    [[nodiscard]] PageText headingText(std::size_t column) const
    {
        PageText text(m_style.font(m_size * 0.92, QFont::DemiBold));
        text.add(pageText(m_table.columns[column].heading), m_style.tokens.muted, QFont::DemiBold);
        return text;
    }

    /// The widest word: what a column needs to break between words only.
    [[nodiscard]] static double widestWord(const std::string& text, const QFont& font)
    {
        double widest = 0;
        const auto words = pageText(text).split(u' ');
        for (const QString& word : words) {
            PageText alone(font);
            alone.add(word.left(60), Qt::black, QFont::DemiBold);
            widest = std::max(widest, alone.naturalWidth());
        }
        return widest;
    }

    void measure()
    {
        const double edges = 2 * m_style.points(padding);
        std::vector<double> natural;
        std::vector<double> least;
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            const bool number = m_table.columns[i].align == Align::Right;
            const QFont heads = m_style.font(m_size * 0.92, QFont::DemiBold);
            double wide = widestWord(m_table.columns[i].heading, heads);
            double needs = wide;
            for (const auto& row : m_table.rows) {
                const double cell = cellText(row, i).naturalWidth();
                wide = std::max(wide, cell);
                if (i < row.cells.size())
                    needs = std::max(needs,
                        number && cell < m_width * 0.2
                            ? cell
                            : widestWord(row.cells[i],
                                m_table.columns[i].code ? m_style.code(m_size * 0.94)
                                                        : m_style.font(m_size)));
            }
            natural.push_back(std::ceil(wide) + edges);
            constexpr double small = 0.14; // of the width: such a column gains nothing by breaking
            if (wide < m_width * small)
                needs = wide;
            least.push_back(std::min(std::ceil(needs) + edges, natural.back()));
        }
        m_fits = sumOf(least) <= m_width;
        m_columns = shared(natural, least);
    }

    /// All of the width, no more.
    [[nodiscard]] std::vector<double> shared(
        std::vector<double> natural, std::vector<double> least) const
    {
        const double all = sumOf(natural);
        if (all <= m_width) {
            for (double& column : natural) // room to the right of each in equal parts
                column += (m_width - all) / static_cast<double>(natural.size());
            return natural;
        }
        double floor = sumOf(least);
        while (floor > m_width) { // words break then: the widest column gives way first
            const auto widest = std::max_element(least.begin(), least.end());
            const double cut = std::min(*widest * 0.1, floor - m_width + 1);
            *widest -= cut;
            floor -= cut;
        }
        const double share = (m_width - floor) / (all - floor);
        for (std::size_t i = 0; i < least.size(); ++i)
            least[i] += std::max(0.0, natural[i] - least[i]) * share;
        return least;
    }

    [[nodiscard]] double inside(std::size_t column) const
    {
        return std::max(m_style.points(4), m_columns[column] - 2 * m_style.points(padding));
    }

    [[nodiscard]] Qt::Alignment alignment(std::size_t column) const
    {
        return m_table.columns[column].align == Align::Right ? Qt::AlignRight : Qt::AlignLeft;
    }

    [[nodiscard]] PageStrip headingStrip() const
    {
        Cells cells;
        double height = 0;
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            cells.push_back(headingText(i).layout(inside(i), alignment(i)));
            double cell = 0;
            for (int line = 0; line < cells.back()->lineCount(); ++line)
                cell += cells.back()->lineAt(line).height();
            height = std::max(height, cell);
        }
        const double edge = m_style.points(2.5);
        const auto lefts = leftEdges();
        return {.height = height + 2 * edge,
            .paint = [cells, lefts, height, edge, width = m_width,
                         line = QPen(m_style.tokens.faint, m_style.points(0.6))](
                         QPainter& painter, const QPointF& corner) {
                for (std::size_t i = 0; i < cells.size(); ++i) {
                    const auto& last = cells[i]->lineAt(cells[i]->lineCount() - 1);
                    const double own = last.isValid() ? last.y() + last.height() : 0;
                    cells[i]->draw(&painter, corner + QPointF(lefts[i], edge + height - own));
                }
                painter.setPen(line);
                const double y = corner.y() + height + 2 * edge;
                painter.drawLine(QPointF(corner.x(), y), QPointF(corner.x() + width, y));
            }};
    }

    [[nodiscard]] std::vector<double> leftEdges() const
    {
        std::vector<double> lefts;
        double left = m_style.points(padding);
        for (const double column : m_columns) {
            lefts.push_back(left);
            left += column;
        }
        return lefts;
    }

    [[nodiscard]] RowLines linesOf(const ReportRow& row) const
    {
        RowLines laidOut {.lefts = leftEdges(),
            .edge = m_style.points(2),
            .width = m_width,
            .under = QPen(m_style.tokens.grid, m_style.points(0.6)),
            .over = QPen(
                row.total ? m_style.tokens.faint : QColor(Qt::transparent), m_style.points(0.6))};
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            laidOut.cells.push_back(cellText(row, i).layout(inside(i), alignment(i)));
            const auto& cell = *laidOut.cells.back();
            laidOut.count = std::max(laidOut.count, cell.lineCount());
            if (cell.lineCount() > 0)
                laidOut.lineHeight = std::max(laidOut.lineHeight, cell.lineAt(0).height());
        }
        return laidOut;
    }

    /// The lines of all cells side by side, one strip for each.
    void addRow(
        Strips& strips, const ReportRow& row, const std::shared_ptr<const PageStrip>& heading) const
    {
        constexpr int fewLines = 8; // a row of so many stays on one page
        const auto lines = std::make_shared<const RowLines>(linesOf(row));
        for (int line = 0; line < lines->count; ++line)
            strips.push_back({.height = lines->heightOf(line),
                .paint = [lines, line](QPainter& painter,
                             const QPointF& corner) { lines->paint(painter, corner, line); },
                .keepWithNext = line + 1 < lines->count && lines->count <= fewLines,
                .heading = heading});
    }

    const TableBlock& m_table;
    const PageStyle& m_style;
    double m_width;
    double m_size;
    std::vector<double> m_columns;
    bool m_fits = false;
};

} // namespace

void addTable(
    Strips& strips, const profiler::TableBlock& table, const PageStyle& style, double width)
{
    if (table.columns.empty())
        return;
    constexpr double sizes[] {8, 7.5, 7, 6.5};
    for (const double size : sizes) {
        const TableLayout layout(table, style, width, size);
        if (!layout.fits() && size != sizes[3])
            continue;
        layout.addTo(strips);
        break;
    }
    if (table.caption.empty())
        return;
    strips.back().keepWithNext = true; // what a star means stands under the last row
    strips.push_back(blankStrip(style.points(3), true));
    PageText caption(style.font(7));
    caption.add(pageText(table.caption), style.tokens.muted);
    addLines(strips, caption.layout(width), 0);
}

} // namespace ui
