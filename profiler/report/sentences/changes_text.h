// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/changes.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/verdict_sentence.h"

#include <string>
#include <vector>

/// Words of a regression report.
namespace profiler {

struct ComparisonResult;

[[nodiscard]] std::string changeName(ChangeKind kind); ///< "p99"
/// "1.07× slower (1.05–1.08)", "+114 MiB (+110 MiB to +118 MiB)", "0 → 2".
[[nodiscard]] std::string changeText(const Change& change);

/// "Worse in 1 of 6 comparisons: default in s32 is 1.07× slower (1.05–1.08). Better in 4."
[[nodiscard]] std::string changesSentence(const ComparisonResult& result,
    const std::vector<Change>& changes, Emphasis emphasis = Emphasis::None);
[[nodiscard]] Mark changesMark(const std::vector<Change>& changes);

} // namespace profiler
