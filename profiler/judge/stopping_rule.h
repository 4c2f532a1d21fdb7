// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

struct ComparisonResult;
enum class Verdict;

/// Whether to add a repetition, and why not. Stops on width, never on significance.
enum class StoppingDecision { AddRepetition, NothingToDecide, NarrowEnough, MostReached };

/// What the interval is for: a verdict, or a gate's question, whether a variant is slower by more
/// than m.
enum class StoppingQuestion { Verdict, SlowerThanMargin };

/// Adds repetitions up to the least number, then while an interval that a verdict uses is wider
/// than m/2 and there are fewer than the most; for a gate also while it is wider than m/4 and holds
/// the margin. Time is the recorder's to watch.
[[nodiscard]] StoppingDecision decideStop(const ComparisonResult& result, int repetitionsDone,
    StoppingQuestion question = StoppingQuestion::Verdict);

} // namespace profiler
