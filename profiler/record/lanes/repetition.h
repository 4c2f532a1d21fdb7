// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <vector>

namespace profiler {

/// The median step of the steady clock.
[[nodiscard]] double clockStepNs();

/// The least number of calls that a block needs to last 1000 steps of the clock: below that its
/// time means nothing.
[[nodiscard]] std::int64_t callsToSeeClock(std::int64_t callNs);

/// The order of lanes inside each round: from the stored seed and the repetition's number, so that
/// `extend` goes on as one long recording would, and the same with every standard library.
class LaneShuffle {
public:
    LaneShuffle(std::uint64_t seed, int repetition)
        : m_generator(seed + 0x9E3779B97F4A7C15U * static_cast<std::uint64_t>(repetition))
    {
    }

    /// 0 … lanes-1, shuffled anew at each call.
    [[nodiscard]] std::vector<std::size_t> order(std::size_t lanes);

private:
    std::mt19937_64 m_generator;
};

struct LaneOrder {
    int variant = 0;
    bool again = false; ///< the second eager lane
};

struct RepetitionOrder {
    int number = 0;
    std::vector<LaneOrder> lanes; ///< one lane group; the baseline first
    std::optional<int> onlyCase;
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
