// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/document/provenance.h"
#include "profiler/report/document/report_options.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"

#include <QSize>

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

namespace desktop {

/// What `fusescope-ui` was asked to do.
struct Options {
    std::optional<std::filesystem::path> file;
    std::string selector; ///< after `@` in FILE@N; empty = the newest
    std::optional<profiler::FigureId> figure; ///< what is to be opened again
    std::optional<ui::PageId> page;
    std::string caseName; ///< empty = the first
    std::string focus; ///< a variant; empty = the one recommended
    std::optional<ui::ThemeChoice> theme;
    QSize size {1680, 1020};
    bool sizeGiven = false;
    std::optional<double> scale;
    std::optional<std::filesystem::path> grab;
    std::optional<std::filesystem::path> report;
    profiler::ReportTemplate reportTemplate = profiler::ReportTemplate::Full;
    bool slide = false; ///< instead of pages

    /// Writes files and ends; no window is opened.
    [[nodiscard]] bool writesFiles() const { return grab || report; }
};

/// The options, or the exit code when nothing is left to do (help, version, a mistake).
[[nodiscard]] std::variant<Options, int> readCommandLine(int argc, char** argv);

/// `fusescope-ui: ` and the sentence, on stderr.
void complain(const std::string& sentence);

} // namespace desktop
