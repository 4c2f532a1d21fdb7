// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history.h"
#include "profiler/report/text/emphasis.h"
#include "profiler/report/text/mark.h"

#include <string>
#include <string_view>
#include <vector>

/// The sentences of a history, the same in the window, on the terminal and in documents.
namespace profiler {

struct RepeatDifferences;

struct HistoryMetricWords {
    std::string_view name; ///< "peak memory of steady calls"
    std::string_view heading; ///< above a column: "peak memory"
    std::string_view csvHeading; ///< with the unit: "peak_memory_bytes"
};

[[nodiscard]] HistoryMetricWords historyMetricWords(HistoryMetric metric);
[[nodiscard]] std::string historyMetricName(HistoryMetric metric);
/// "date", "torch version".
[[nodiscard]] std::string historyOrderName(HistoryOrder order);

/// "11.31 ms", "3.43 GiB", "1.63×", "3 490 images/s".
[[nodiscard]] std::string historyValueText(const History& history, double value);
/// "11.2 ms–11.4 ms"; empty where no interval is known.
[[nodiscard]] std::string historyIntervalText(const History& history, const HistoryValue& value);

/// "median of default in case s32 of builtin:mlp".
[[nodiscard]] std::string historySubject(const History& history);

/// What the points stand at: "2026-05-01 15:20", "3f2a1c9d04", "2.11.0", "NVIDIA H100".
[[nodiscard]] std::string pointLabel(const History& history, std::size_t point);
/// "night-1", else its file; of a file that holds several "runs.fscope@3".
[[nodiscard]] std::string pointName(const HistoryPoint& point);
/// Ten digits of its commit, with a plus where files were changed; empty: not known.
[[nodiscard]] std::string pointCommit(const HistoryPoint& point);

/// The conclusion: what changed last, when, by how much, and what to do.
[[nodiscard]] std::string historySentence(const History& history, Emphasis emphasis);
/// Its shape: bad where the newest level is worse than the one before.
[[nodiscard]] Mark historyMark(const History& history);
/// The shape's word: "Worse", "No change" where every level is steady, "Not decided".
[[nodiscard]] std::string historyWord(const History& history);
/// How it was made and what was left out, in a line.
[[nodiscard]] std::string historyNote(const History& history);

/// "+10 % (+9.1 % to +11 %): 11.3 ms to 12.4 ms from night-7 on".
[[nodiscard]] std::string changeText(const History& history, const HistoryChange& change);
/// "commit 3f2a1c9d04 → 8be1…", "torch 2.10.0 → 2.11.0", "graph breaks 1 → 3 (model.py:12)".
[[nodiscard]] std::string differenceText(const SideDifference& difference);
/// Of a change or a border; says so where nothing that was recorded differs.
[[nodiscard]] std::string differencesText(const std::vector<SideDifference>& differences);
/// What changed at a border: "thread count", "machine or driver".
[[nodiscard]] std::string borderSubject(const HistoryBorder& border);
/// "Since the recording that this repeats: thread count 2 → 1. Times of the two are not
/// comparable."
[[nodiscard]] std::string repeatText(const RepeatDifferences& differences);
/// "not joined from night-7 on: thread count 1 → 2".
[[nodiscard]] std::string borderText(const History& history, const HistoryBorder& border);
/// One line for each kind of what was left out; unreadable files one by one, the first ones.
[[nodiscard]] std::vector<std::string> leftOutTexts(const History& history);

/// What happens at a point, in a table's last column: a change, a border, why its value is missing.
[[nodiscard]] std::string pointNote(const History& history, std::size_t point);

} // namespace profiler
