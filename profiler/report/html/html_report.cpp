// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/document/report_builder.h"
#include "profiler/report/documents.h"
#include "profiler/report/html/report_style.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/html/sign_svg.h"
#include "profiler/report/text/text_width.h"

#include <sstream>

namespace profiler {
namespace {

/// **words** of a sentence become strong; the rest is escaped.
std::string emphasised(const std::string& text)
{
    std::string html;
    for (const auto& run : runsOf(text))
        html += run.strong ? "<strong>" + escaped(unitsKept(run.text)) + "</strong>"
                           : escaped(unitsKept(run.text));
    return html;
}

/// Lines stay lines: only what stands in them is escaped.
std::string escapedLines(const std::string& text)
{
    std::string html;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        html += (html.empty() ? "" : "\n") + escaped(line);
    return html;
}

std::string tag(const std::string& name, const std::string& attributes, const std::string& content)
{
    return "<" + name + (attributes.empty() ? "" : " " + attributes) + ">" + content + "</" + name
        + ">";
}

std::string quoted(const std::string& name, const std::string& value)
{
    return name + "=\"" + value + "\"";
}

std::string shape(Mark mark, const Palette& palette)
{
    return "<svg class=\"sign\" viewBox=\"0 0 16 16\" role=\"img\" aria-label=\""
        + std::string(lookOf(mark).word) + "\">" + signMarks(mark, palette) + "</svg>";
}

/// Shape and word before a text.
std::string signOf(const std::optional<Mark>& mark, const std::string& word, const Palette& palette)
{
    std::string html = mark ? shape(*mark, palette) : std::string();
    if (!word.empty())
        html += tag("strong", mark ? quoted("class", std::string(lookOf(*mark).style)) : "",
                    escaped(word))
            + " ";
    return html;
}

std::string tableOf(const TableBlock& table)
{
    const auto classesOf = [](const ReportColumn& column) {
        const auto* const number = column.align == Align::Right ? "n" : "";
        return std::string(column.code ? "c" : number);
    };
    const auto cell
        = [](const std::string& name, const std::string& classes, const std::string& text) {
              const auto scope = name == "th" ? quoted("scope", "col") : std::string();
              const auto style = classes.empty() ? std::string() : quoted("class", classes);
              return tag(
                  name, scope + (scope.empty() || style.empty() ? "" : " ") + style, escaped(text));
          };
    std::string html = "<thead><tr>";
    for (const auto& column : table.columns)
        html += cell("th", classesOf(column), column.heading);
    html += "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        std::string cells;
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            cells += cell("td", classesOf(table.columns[i]),
                i < row.cells.size() ? row.cells[i] : std::string());
        const std::string classes = row.total ? "total" : row.strong ? "strong" : "";
        html += tag("tr", classes.empty() ? "" : quoted("class", classes), cells) + "\n";
    }
    html += "</tbody>";
    return "<div class=\"scroll\" tabindex=\"0\">" + tag("table", {}, html) + "</div>\n"
        + (table.caption.empty()
                ? ""
                : tag("p", quoted("class", "caption"), escaped(table.caption)) + "\n");
}

class HtmlWriter {
public:
    explicit HtmlWriter(const Palette& palette)
        : m_palette(palette)
    {
    }

    void operator()(const HeadingBlock& block) { m_html += tag("h3", {}, escaped(block.text)); }

    void operator()(const ParagraphBlock& block)
    {
        if (block.role == TextRole::Verdict)
            return verdict(block);
        m_html += tag("p", block.role == TextRole::Muted ? quoted("class", "muted") : "",
                      signOf(block.mark, block.word, m_palette) + emphasised(block.text))
            + "\n";
    }

    void operator()(const ListBlock& block)
    {
        m_html += "<ul>\n";
        for (const auto& item : block.items)
            m_html += tag("li", {},
                          signOf(item.mark, item.word, m_palette) + emphasised(item.text)
                              + (item.detail.empty() ? ""
                                                     : " "
                                          + tag("span", quoted("class", "muted"),
                                              "(" + escaped(item.detail) + ")")))
                + "\n";
        m_html += "</ul>\n";
    }

    void operator()(const CodeTextBlock& block)
    {
        if (!block.caption.empty())
            m_html += tag("p", quoted("class", "above"), escaped(block.caption)) + "\n";
        m_html += tag("pre", {}, escapedLines(block.code)) + "\n";
    }

    void operator()(const TableBlock& block) { m_html += tableOf(block); }

    void operator()(const ChartBlock& block)
    {
        if (block.picture.isEmpty()) {
            m_html += tag("p", quoted("class", "missing"), escaped(block.picture.whyEmpty)) + "\n";
            return;
        }
        auto content
            = (block.title.empty() ? "" : tag("figcaption", {}, escaped(block.title)) + "\n")
            + tag("div", quoted("class", "wide"), inlineSvg(block.picture))
            + tag("div", quoted("class", "narrow"), inlineSvg(block.narrow));
        if (!block.numbers.rows.empty())
            content += tag(
                "details", {}, tag("summary", {}, "Numbers") + "\n" + tableOf(block.numbers));
        m_html += tag("figure", {}, content) + "\n";
    }

    void operator()(const NoteBlock& block)
    {
        m_html += tag("p", quoted("class", "note"), escapedLines(block.text)) + "\n";
    }

    [[nodiscard]] std::string html() && { return std::move(m_html); }

private:
    void verdict(const ParagraphBlock& block)
    {
        if (block.mark)
            m_html += tag("span", quoted("class", "word " + std::string(lookOf(*block.mark).style)),
                          shape(*block.mark, m_palette) + escaped(block.word))
                + "\n";
        m_html += tag("p", quoted("class", "verdict"), emphasised(block.text)) + "\n";
    }

    const Palette& m_palette;
    std::string m_html;
};

std::string sectionOf(const Section& section, const Palette& palette)
{
    HtmlWriter writer(palette);
    for (const auto& block : section.blocks)
        std::visit(writer, block);
    const bool summary = section.title.empty();
    return tag("section", summary ? quoted("class", "summary") : "",
               (summary ? "" : tag("h2", {}, escaped(section.title)) + "\n")
                   + std::move(writer).html())
        + "\n";
}

} // namespace

std::string htmlReport(const Report& report)
{
    std::string body = tag("header", {},
                           tag("h1", {}, escaped(report.title))
                               + tag("p", quoted("class", "muted"), escaped(report.subtitle)))
        + "\n";
    for (const auto& section : report.sections)
        body += sectionOf(section, paletteOf(report.theme));
    body += tag("footer", {},
        tag("p", {}, escaped(report.source))
            + (report.command.empty() ? ""
                                      : tag("p", {}, tag("code", {}, escaped(report.command)))));
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
           "<meta name=\"generator\" content=\""
        + escaped(report.source) + "\">\n<title>" + escaped(report.title)
        + " – Fusescope</title>\n<style>" + reportStyle(report.theme)
        + "</style></head>\n<body><main>\n" + body + "</main></body></html>\n";
}

std::string htmlReport(const ComparisonResult& result, const ComparisonData& data)
{
    return htmlReport(buildReport(result, data));
}

} // namespace profiler
