// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/text/log_level.h"
#include "ui/comparison/comparison_view.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <memory>
#include <vector>

namespace ui {

struct JudgedComparison;

/// The output of all processes of a comparison, prepared on a pool thread; shared unchanged.
struct LogDocument {
    std::shared_ptr<const JudgedComparison> comparison;
    std::vector<profiler::LogLine> lines;
    std::vector<profiler::LogLevel> levels; ///< of each line
};

[[nodiscard]] std::shared_ptr<const LogDocument> logDocument(
    std::shared_ptr<const JudgedComparison> comparison, std::vector<profiler::LogLine> lines);

/// Whose line it is.
struct LogSource {
    int variant = -1; ///< -1: the recorder's
    QString name; ///< "default", "eager again", "recorder"
    QString process; ///< "cold", "paired 2"; empty for the recorder
};

[[nodiscard]] LogSource logSource(const LogDocument& document, std::size_t line);

enum class LogShown { All, Warnings, Errors };

struct LogQuery {
    LogShown shown = LogShown::All;
    QString filter; ///< key:value and free text
};

/// The keys that a filter of the log knows.
[[nodiscard]] const QStringList& logKeys();

/// A line, and those further down that say the same again.
struct FoldedLine {
    int line = 0;
    std::vector<int> repeats;
};

/// The same warning of several processes of a variant is one line, wherever it stands; other lines
/// are folded where they follow each other, for their order tells what happened.
[[nodiscard]] std::vector<FoldedLine> foldedLines(
    const LogDocument& document, const std::vector<int>& lines);

/// Indices of the lines that a query asks for, in order. Not on the GUI thread: as long as the log.
[[nodiscard]] std::vector<int> linesMatching(const LogDocument& document, const LogQuery& query);

} // namespace ui
