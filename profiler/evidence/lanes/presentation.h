// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/goal.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;

/// How a reader wants a recorded comparison judged and shown. Nothing of it is measured: the
/// recording stays what it is.
struct Presentation {
    /// Recorded indices of the variants; the first is the baseline. Empty = as recorded.
    std::vector<int> order;
    std::map<int, std::string> names; ///< by recorded index
    std::optional<Goal> goal; ///< in place of the plan's

    bool operator==(const Presentation&) const = default;
};

/// The data in that order and under those names; `judge` then computes everything anew against the
/// new baseline. Lanes are paired within a repetition, so any variant can be the baseline. What was
/// presented before is presented afresh, not on top.
[[nodiscard]] ComparisonData presented(ComparisonData data, const Presentation& presentation);

/// Index of the variant that was the baseline when it was recorded: its lanes ran a second time
/// ("eager again"), and its results are what the others' were compared with.
[[nodiscard]] int recordedBaseline(const ComparisonData& data);

/// Of the variant at this index now.
[[nodiscard]] int recordedIndex(const ComparisonData& data, int variant);
[[nodiscard]] std::string recordedName(const ComparisonData& data, int variant);

/// The presentation with that variant (an index of now) as baseline, the others behind it in order.
[[nodiscard]] Presentation withBaseline(
    const ComparisonData& data, Presentation presentation, int variant);
/// The presentation with the variant at `from` now moved to `to`; the baseline keeps its place.
[[nodiscard]] Presentation withMoved(
    const ComparisonData& data, Presentation presentation, int from, int to);

} // namespace profiler
