// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace profiler {

struct ComparisonData;
struct Plan;
struct TuneStep;

/// What a search for the best setting decided last on the variant; nullopt: nothing, or the
/// comparison is no search.
[[nodiscard]] std::optional<TuneStep> tuneStepOf(const ComparisonData& data, int variant);

/// The comparison was recorded by such a search.
[[nodiscard]] bool isTuned(const ComparisonData& data);

/// The search measured it no further: too few of its repetitions are nothing that is still to come.
[[nodiscard]] bool wasDropped(const ComparisonData& data, int variant);

/// The plan that records it again. Of a search that tried more than a comparison holds: with the
/// settings that it measured longest.
[[nodiscard]] Plan planToRepeat(const ComparisonData& data);

} // namespace profiler
