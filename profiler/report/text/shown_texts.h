// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/log_line.h"

#include <cstddef>
#include <string>
#include <vector>

/// A file may hold texts of any length. Pages, reports and tables lay out the beginning of one and
/// say how long it is; the file keeps it whole.
namespace profiler {

struct ComparisonData;
struct TraceRows;

/// Bytes, each more than the longest that was seen in a real file.
inline constexpr std::size_t longestName = 200; ///< of a comparison, variant, case or tag
inline constexpr std::size_t longestSymbol = 4000; ///< of kernels, operators, functions, files
inline constexpr std::size_t longestSentence = 4000; ///< and values of the environment
inline constexpr std::size_t longestSetting = 20'000; ///< of a plan, commands among them

/// "abc… (1 000 000 characters)"; what is no longer than that stays as it is.
void cutText(std::string& text, std::size_t most);

/// Names of variants and cases never mark words of the sentences they stand in.
/// What is read of a file in order to be shown and not to be stored again. The user's own note
/// stays as it is: it can be edited.
void cutTexts(ComparisonData& data);
void cutTexts(TraceRows& rows);
void cutTexts(std::vector<LogLine>& lines);

} // namespace profiler
