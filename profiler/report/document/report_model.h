// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/charts/svg.h"
#include "profiler/report/document/report_options.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/text/text_table.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

/// A report before anything is written: sections of blocks. HTML, Markdown and PDF are writers
/// over it; none of them knows a figure. Texts are plain, with ** around what is strong.
namespace profiler {

struct HeadingBlock {
    std::string text; ///< below the section's own title
};

enum class TextRole { Body, Verdict, Muted };

struct ParagraphBlock {
    std::string text;
    TextRole role = TextRole::Body;
    std::optional<Mark> mark; ///< drawn as a shape before the text
    std::string word; ///< behind the shape, strong: "Recommended"
};

struct ListItem {
    std::optional<Mark> mark;
    std::string word; ///< "Warning"; may be empty
    std::string text;
    std::string detail; ///< muted, behind it
};

struct ListBlock {
    std::vector<ListItem> items;
};

struct CodeTextBlock {
    std::string caption; ///< above it; may be empty
    std::string code;
};

struct ReportColumn {
    std::string heading;
    Align align = Align::Left;
    bool code = false; ///< in the font of code
};

struct ReportRow {
    std::vector<std::string> cells;
    bool strong = false; ///< the one to look at
    bool total = false; ///< under a line
};

struct TableBlock {
    std::vector<ReportColumn> columns;
    std::vector<ReportRow> rows;
    std::string caption; ///< under it: what a star or a dash means
};

struct ChartBlock {
    std::string name; ///< of a file: "payback-b32"
    std::string title; ///< above it; empty where the section's says it
    Picture picture; ///< 720 units wide; empty: it says why
    Picture narrow; ///< the same for a telephone
    TableBlock numbers; ///< what is drawn, for who cannot see it
};

/// The user's own words: lines stay lines.
struct NoteBlock {
    std::string text;
};

using Block = std::variant<HeadingBlock, ParagraphBlock, ListBlock, CodeTextBlock, TableBlock,
    ChartBlock, NoteBlock>;

struct Section {
    ReportSection id = ReportSection::Summary;
    std::string title; ///< empty: none is shown
    std::vector<Block> blocks;
};

struct Report {
    std::string title;
    std::string subtitle; ///< workload, task, dtype, device, date
    std::vector<Section> sections;
    std::string source; ///< "Fusescope 0.1.0 · runs.fscope@3 · fs-2ec7mj5hsq"
    std::string command; ///< that opens what it was made from
    ReportTheme theme = ReportTheme::Light;
    ReportTemplate kind = ReportTemplate::Full;
};

} // namespace profiler
