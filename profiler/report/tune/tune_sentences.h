// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/tune/tune_outcome.h"

#include <string>
#include <utility>
#include <vector>

/// What a search for the best setting says.
namespace profiler {

struct ComparisonResult;

/// "Of 9 settings use freezing: 1.84× faster than eager (1.78–1.90), 12.3 s to compile."
[[nodiscard]] std::string tuneSentence(const ComparisonResult& judged, const TuneOutcome& outcome);
/// Which part of the model keeps what the whole wins; empty: none does, or it is the best itself.
[[nodiscard]] std::string unitSentence(const ComparisonResult& judged, const TuneOutcome& outcome);
/// "9 settings in 6.2 min of 20 min."
[[nodiscard]] std::string budgetSentence(const TuneOutcome& outcome);
/// What pastes into a program; empty: the model stays as it is.
[[nodiscard]] std::string tuneCode(const ComparisonResult& judged, const TuneOutcome& outcome);

/// "slower than the best", "results differ".
[[nodiscard]] std::string tuneDecisionText(TuneDecision decision);
/// Why a setting is no longer measured, or that it was to the end.
[[nodiscard]] std::string tuneRowText(
    const ComparisonResult& judged, const TuneOutcome& outcome, const TuneRow& row);

/// "Round 2: freezing, default. Out: max-autotune (slower than the best)."
[[nodiscard]] std::string searchProgressText(int rung, const std::vector<std::string>& measured,
    const std::vector<std::pair<std::string, TuneDecision>>& dropped);

} // namespace profiler
