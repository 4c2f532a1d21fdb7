// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/html/report_writers.h"
#include "profiler/report/html/sign_svg.h"
#include "profiler/report/text/markdown_text.h"
#include "profiler/report/text/text_width.h"

#include <algorithm>
#include <sstream>

namespace profiler {
namespace {

/// Keeps the ** of a sentence.
std::string marked(const std::string& text)
{
    std::string result;
    for (const auto& run : runsOf(text))
        result += run.strong ? markdownStrong(run.text) : markdownText(run.text);
    return result;
}

std::string firstLine(const std::optional<Mark>& mark, const std::string& word)
{
    std::string text;
    if (mark)
        text = std::string(lookOf(*mark).shape) + " ";
    if (!word.empty())
        text += markdownStrong(word) + " ";
    return text;
}

std::string padded(const std::string& text, std::size_t width, Align align)
{
    const auto used = displayWidth(text);
    const std::string room(width > used ? width - used : 0, ' ');
    return align == Align::Left ? text + room : room + text;
}

class MarkdownTable {
public:
    MarkdownTable(const TableBlock& table, std::size_t widestCell)
        : m_table(table)
        , m_widestCell(widestCell)
    {
        for (const auto& column : table.columns)
            m_heading.push_back(markdownText(column.heading));
        for (const auto& row : table.rows)
            m_rows.push_back(cellsOf(row));
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            m_widths.push_back(widthOf(i));
    }

    [[nodiscard]] std::string text() const
    {
        std::string text = line(m_heading) + "|";
        for (std::size_t i = 0; i < m_widths.size(); ++i) {
            const bool right = m_table.columns[i].align == Align::Right;
            text += " " + std::string(m_widths[i] - (right ? 1 : 0), '-') + (right ? ":" : "")
                + " |";
        }
        text += "\n";
        for (const auto& row : m_rows)
            text += line(row);
        return text;
    }

private:
    [[nodiscard]] std::vector<std::string> cellsOf(const ReportRow& row) const
    {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            const auto text = i < row.cells.size() ? row.cells[i] : std::string();
            cells.push_back(row.strong ? markdownStrong(text) : markdownText(text));
        }
        return cells;
    }

    /// Columns are aligned as far as it reads well; a longer cell sticks out.
    [[nodiscard]] std::size_t widthOf(std::size_t column) const
    {
        std::size_t width = std::max<std::size_t>(3, displayWidth(m_heading[column]));
        for (const auto& row : m_rows)
            width = std::max(width, std::min(m_widestCell, displayWidth(row[column])));
        return width;
    }

    [[nodiscard]] std::string line(const std::vector<std::string>& cells) const
    {
        std::string text = "|";
        for (std::size_t i = 0; i < m_widths.size(); ++i)
            text += " " + padded(cells[i], m_widths[i], m_table.columns[i].align) + " |";
        return text + "\n";
    }

    const TableBlock& m_table;
    std::size_t m_widestCell;
    std::vector<std::string> m_heading;
    std::vector<std::vector<std::string>> m_rows;
    std::vector<std::size_t> m_widths;
};

class MarkdownWriter {
public:
    MarkdownWriter(std::string folder, std::string ending)
        : m_folder(std::move(folder))
        , m_ending(std::move(ending))
    {
    }

    void operator()(const HeadingBlock& block) { add("### " + markdownText(block.text)); }

    void operator()(const ParagraphBlock& block)
    {
        if (block.role == TextRole::Verdict)
            add("> " + firstLine(block.mark, block.word) + marked(block.text));
        else
            add(firstLine(block.mark, block.word) + marked(block.text));
    }

    void operator()(const ListBlock& block)
    {
        for (const auto& item : block.items)
            m_report.text += "- " + firstLine(item.mark, item.word) + marked(item.text)
                + (item.detail.empty() ? "" : " (" + markdownText(item.detail) + ")") + "\n";
        m_report.text += "\n";
    }

    void operator()(const CodeTextBlock& block)
    {
        if (!block.caption.empty())
            add(markdownText(block.caption) + ":");
        m_report.text += markdownFence(block.code);
    }

    void operator()(const TableBlock& block)
    {
        constexpr std::size_t widest = 40;
        m_report.text += markdownTable(block, widest) + "\n";
        if (!block.caption.empty())
            add(markdownText(block.caption));
    }

    void operator()(const ChartBlock& block)
    {
        if (block.picture.isEmpty())
            return add("*" + markdownText(block.picture.whyEmpty) + "*");
        if (!m_ending.empty()) {
            add("![" + markdownText(block.picture.title) + "](<" + markdownTarget(m_folder) + "/"
                + block.name + m_ending + ">)");
            m_report.pictures.push_back({.name = block.name, .picture = block.picture});
        } else if (!block.numbers.rows.empty()) {
            (*this)(block.numbers);
        }
    }

    void operator()(const NoteBlock& block)
    {
        std::istringstream lines(block.text);
        for (std::string line; std::getline(lines, line);)
            m_report.text += markdownIndented(line) + "  \n"; // two blanks keep the line
        m_report.text += "\n";
    }

    void add(const std::string& paragraph) { m_report.text += paragraph + "\n\n"; }

    [[nodiscard]] MarkdownReport report() && { return std::move(m_report); }

private:
    std::string m_folder;
    std::string m_ending;
    MarkdownReport m_report;
};

} // namespace

std::string markdownTable(const TableBlock& table, std::size_t widestCell)
{
    return MarkdownTable(table, widestCell).text();
}

MarkdownReport markdownReport(
    const Report& report, const std::string& folder, const std::string& ending)
{
    MarkdownWriter writer(folder, ending);
    writer.add("# " + markdownText(report.title));
    writer.add(markdownText(report.subtitle));
    for (const auto& section : report.sections) {
        if (!section.title.empty())
            writer.add("## " + markdownText(section.title));
        for (const auto& block : section.blocks)
            std::visit(writer, block);
    }
    writer.add("---");
    writer.add(markdownText(report.source));
    if (!report.command.empty())
        writer.add(markdownCode(report.command));
    return std::move(writer).report();
}

} // namespace profiler
