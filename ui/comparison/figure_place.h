// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "profiler/report/document/provenance.h"
#include "storage/file/run_database.h"
#include "ui/comparison/comparison_view.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

class QSettings;

/// From an exported figure's id, or from names on the command line, back to what it showed.
namespace ui {

/// The id that stands somewhere in a text: a footer may be pasted whole.
[[nodiscard]] std::optional<profiler::FigureId> figureIdIn(const QString& text);

/// What one of the names in `place` must be; what is empty is not asked for. A refusal names the
/// known ones.
[[nodiscard]] profiler::Result<int> indexOfName(
    const std::string& kind, const std::string& name, const std::vector<std::string>& known);

/// The view at that case with that variant in focus, by its recorded name or else by the shown one.
[[nodiscard]] profiler::Result<ComparisonView> viewAt(
    ComparisonView view, const profiler::FigurePlace& place);

struct FoundFigure {
    std::filesystem::path file;
    profiler::ComparisonId comparison;
};

/// Looks through the files in this order; those that are gone or cannot be read are passed over.
/// Blocking. The refusal says where it looked.
[[nodiscard]] profiler::Result<FoundFigure> findFigure(
    const profiler::FigureId& id, const std::vector<std::filesystem::path>& files);

/// Files that the window had open, newest first; `settings` null: none.
[[nodiscard]] std::vector<std::filesystem::path> recentFiles(const QSettings* settings);
void rememberFile(QSettings* settings, const std::filesystem::path& file);

/// Where an id without a file is looked for: the library, then the recent files.
[[nodiscard]] std::vector<std::filesystem::path> figureFiles(const QSettings* settings);

} // namespace ui
