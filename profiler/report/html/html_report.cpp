// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/charts/palette.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/documents.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/html/sign_svg.h"
#include "profiler/report/text/text_width.h"

#include <fmt/format.h>
#include <sstream>
#include <string>

namespace profiler {
namespace {

constexpr std::string_view rules = R"css(
*{box-sizing:border-box}
body{font:14px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:var(--text);
background:var(--window);margin:0;-webkit-text-size-adjust:100%}
main{max-width:940px;margin:0 auto;padding:24px 16px 40px}
header{padding:0 4px}h1{font-size:24px;line-height:1.25;margin:0 0 2px;overflow-wrap:anywhere}
header p{margin:0 0 4px;overflow-wrap:anywhere}
section{background:var(--panel);border:1px solid var(--border);border-radius:10px;padding:16px 20px;margin:12px 0}
.summary{border-left:4px solid var(--accent)}
h2{font-size:16px;margin:0 0 10px}h3{font-size:14px;margin:22px 0 6px;overflow-wrap:anywhere}
h2+h3{margin-top:0}p{margin:6px 0;overflow-wrap:anywhere}
.muted{color:var(--muted)}.missing{color:var(--muted);font-style:italic}
.verdict{font-size:19px;line-height:1.4;margin:0 0 8px}
.word{display:inline-block;font-weight:600;padding:1px 11px;border-radius:13px;border:1px solid currentColor;margin-bottom:8px}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}.neutral{color:var(--muted)}
pre{background:var(--raised);border:1px solid var(--border);border-radius:6px;padding:10px 12px;margin:8px 0;
font:12px/1.5 "JetBrains Mono",ui-monospace,"DejaVu Sans Mono",monospace;font-variant-ligatures:none;white-space:pre-wrap;overflow-wrap:anywhere}
code,td.c{font-family:"JetBrains Mono",ui-monospace,"DejaVu Sans Mono",monospace;font-variant-ligatures:none;font-size:12px}
.above{color:var(--muted);font-size:12px;margin:12px 0 -2px}
.scroll{overflow-x:auto;margin:8px 0;-webkit-overflow-scrolling:touch}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--grid);vertical-align:top}
td{overflow-wrap:anywhere;min-width:56px;max-width:320px}th{max-width:150px}
th{color:var(--muted);font-weight:600;font-size:12px;border-bottom-color:var(--border);vertical-align:bottom}
td.n,th.n{text-align:right}td.n{white-space:nowrap}
tr.strong td{font-weight:600}tr.total td{font-weight:600;border-top:2px solid var(--border);border-bottom:0}
.caption{color:var(--muted);font-size:12px;margin:2px 0 8px}
figure{margin:8px 0 16px}figcaption{font-weight:600;font-size:13px;margin-bottom:4px;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto;font-family:Inter,system-ui,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
svg.sign{display:inline-block;width:15px;height:15px;vertical-align:-2.5px;margin-right:6px}
.narrow{display:none}details summary{cursor:pointer;color:var(--muted);font-size:12px}
.note{white-space:pre-wrap}ul{margin:6px 0;padding:0;list-style:none}
li{margin:4px 0;padding-left:21px;text-indent:-21px;overflow-wrap:anywhere}li>*{text-indent:0}
footer{color:var(--muted);font-size:12px;padding:4px;overflow-wrap:anywhere}footer p{margin:2px 0}
@media (max-width:640px){main{padding:12px 8px 24px}section{padding:12px;margin:8px 0}.wide{display:none}.narrow{display:block}
.verdict{font-size:17px}h1{font-size:20px}table{width:max-content;min-width:100%}td{max-width:240px}}
@media print{body{background:#fff;font-size:12px;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{max-width:none;padding:0}section{border:0;border-radius:0;padding:6px 0;margin:0}.summary{border-left:4px solid var(--accent);padding-left:12px}
.wide{display:block}.narrow,details{display:none}.scroll{overflow:visible}table{width:100%;font-size:10px}th{font-size:9px}th,td{padding:3px 4px}
td,th{max-width:none}td.n{white-space:normal}code,td.c,pre{font-size:9px}
figure,li,tr,.summary{break-inside:avoid}h2,h3,figcaption,.above{break-after:avoid}thead{display:table-header-group}
@page{size:A4;margin:14mm}}
)css";

/// The theme of the desktop program for a screen, a telephone and A4 paper.
std::string reportStyle(ReportTheme theme)
{
    const auto& palette = paletteOf(theme);
    return fmt::format("\n:root{{color-scheme:{};--window:{};--panel:{};--raised:{};--border:{};"
                       "--grid:{};--text:{};--muted:{};--accent:{};--good:{};--bad:{};--warn:{}}}",
               theme == ReportTheme::Dark ? "dark" : "light", palette.window, palette.panel,
               palette.raised, palette.border, palette.grid, palette.text, palette.muted,
               palette.accent, palette.good, palette.bad, palette.warn)
        + std::string(rules);
}

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

std::string cellOf(const std::string& name, const ReportColumn& column, const std::string& text)
{
    const auto* const number = column.align == Align::Right ? "n" : "";
    const std::string classes = column.code ? "c" : number;
    const auto scope = name == "th" ? quoted("scope", "col") : std::string();
    const auto style = classes.empty() ? std::string() : quoted("class", classes);
    return tag(name, scope + (scope.empty() || style.empty() ? "" : " ") + style, escaped(text));
}

std::string tableRow(const TableBlock& table, const ReportRow& row)
{
    std::string cells;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        cells
            += cellOf("td", table.columns[i], i < row.cells.size() ? row.cells[i] : std::string());
    const std::string classes = row.total ? "total" : row.strong ? "strong" : "";
    return tag("tr", classes.empty() ? "" : quoted("class", classes), cells) + "\n";
}

std::string tableOf(const TableBlock& table)
{
    std::string html = "<thead><tr>";
    for (const auto& column : table.columns)
        html += cellOf("th", column, column.heading);
    html += "</tr></thead><tbody>\n";
    for (const auto& row : table.rows)
        html += tableRow(table, row);
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
