// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/document/report_model.h"

#include <string>
#include <utility>
#include <vector>

/// Reports as text. What needs fonts and pages (PDF, PNG) is written by the desktop program.
namespace profiler {

/// One file, without outer references.
[[nodiscard]] std::string htmlReport(const Report& report);

/// A picture that a Markdown report refers to: its name in the folder beside the report.
struct ReportPicture {
    std::string name; ///< without ending: "payback-1-b32"
    Picture picture;
};

struct MarkdownReport {
    std::string text;
    std::vector<ReportPicture> pictures;
};

/// `folder` as the text names it ("report_files"), `ending` of its pictures (".png", ".svg");
/// both empty: no pictures, their tables instead.
[[nodiscard]] MarkdownReport markdownReport(
    const Report& report, const std::string& folder, const std::string& ending);

/// Columns are aligned as far as cells are no wider than that.
[[nodiscard]] std::string markdownTable(const TableBlock& table, std::size_t widestCell);

} // namespace profiler
