// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/session.h"

#include <optional>
#include <set>
#include <vector>

namespace profiler {

struct LaneOrder {
    int variant = 0;
    bool again = false; ///< the second eager lane
};

struct RepetitionOrder {
    int number = 0;
    std::vector<LaneOrder> lanes; ///< one lane group; the baseline first
    std::optional<CaseRange> cases; ///< absent = all
    bool isShort = false; ///< a first look: blocks of a quarter of their calls
};

struct RepetitionOutcome {
    std::set<int> unsteady; ///< variants that did not settle, or compiled in timed rounds
};

/// One repetition: fresh workers in lock step (docs/development/measurement.md). When a lane does
/// not settle the rounds are not run, unless its variant is among the `forgiven`. An Error: no
/// worker can be started here at all.
[[nodiscard]] Result<RepetitionOutcome> runRepetition(
    Session& session, const RepetitionOrder& order, const std::set<int>& forgiven);

} // namespace profiler
