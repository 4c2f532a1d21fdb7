// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/log_line.h"
#include "profiler/report/text/log_level.h"
#include "ui/tables/column.h"

#include <QString>

#include <cstddef>
#include <deque>
#include <vector>

namespace profiler {
struct ComparisonData;
} // namespace profiler

namespace ui {

struct JobLine;

struct LiveLogRow {
    qint64 utcMs = 0;
    QString who; ///< "max-autotune 3", "recorder"
    QString text;
    profiler::LogLevel level = profiler::LogLevel::Plain;
};

/// The last lines of all workers and of the recorder itself, newest first. For pool threads.
[[nodiscard]] std::vector<LiveLogRow> logRows(const profiler::ComparisonData& data,
    const std::vector<profiler::LogLine>& lines, std::size_t most);
[[nodiscard]] std::vector<LiveLogRow> withJobLines(
    std::vector<LiveLogRow> rows, const std::deque<JobLine>& lines);

/// Lines of that level or worse that hold all words; `worker:NAME` asks for lines of one worker.
[[nodiscard]] std::vector<LiveLogRow> filteredRows(
    const std::vector<LiveLogRow>& rows, profiler::LogLevel least, const QString& words);

enum class LiveLogColumn { Time, Who, Text };

/// In the order of LiveLogColumn.
[[nodiscard]] std::vector<Column<LiveLogRow>> liveLogColumns();

} // namespace ui
