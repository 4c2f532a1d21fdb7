// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ranks/collectives.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// What one rank of a job recorded.
struct RankTrace {
    int rank = 0;
    std::vector<Collective> collectives; ///< by start, on the clock of that rank
    int steps = 0; ///< traced calls; 0: the trace marks none
};

/// How the clocks of ranks are laid over each other.
enum class ClockAlignment {
    Collectives, ///< those that end together end at one moment
    WallClock, ///< no such collective is matched: their own clocks count as one
};

struct RankClock {
    int rank = 0;
    ClockAlignment by = ClockAlignment::WallClock;
    std::int64_t offsetNs = 0; ///< to be added to its times
    /// How far ends are still apart: 9 of 10 of the collectives it was laid by are nearer. nullopt:
    /// the first rank, or by the wall clock.
    std::optional<std::int64_t> spreadNs;
    int matched = 0; ///< collectives that it was laid by

    bool operator==(const RankClock&) const = default;
};

/// One collective on all ranks that took part.
struct MatchedCollective {
    CollectiveKind kind = CollectiveKind::Other;
    std::string group;
    std::vector<std::size_t> ranks; ///< places in the list of ranks
    std::vector<std::int64_t> startNs; ///< of each, on the common clock
    std::vector<std::int64_t> endNs;
    std::size_t last = 0; ///< place in the list of ranks of who came last
    std::int64_t skewNs = 0; ///< from the first begin to the last

    bool operator==(const MatchedCollective&) const = default;
};

struct KindSkew {
    std::int64_t count = 0;
    double meanSkewNs = 0;
    std::int64_t longestSkewNs = 0;
    std::map<int, std::int64_t> lastByRank; ///< how often each came last

    bool operator==(const KindSkew&) const = default;
};

/// Ranks beside each other.
struct RankSkew {
    std::vector<RankClock> clocks; ///< in the order of the ranks
    std::vector<MatchedCollective> matched; ///< by first start
    std::map<CollectiveKind, KindSkew> byKind;
    std::map<int, std::int64_t> lastByRank;
    std::map<int, double> waitNs; ///< how long each waited for the last one, all in all
    /// Not known to have partners: their numbers differ from rank to rank.
    std::map<CollectiveKind, std::int64_t> unmatched;
    int steps = 0; ///< of the rank that has fewest; 0: none are marked

    /// Who comes last most often; nullopt: nothing is matched.
    [[nodiscard]] std::optional<int> slowest() const;
    /// What a rank that is not the last waits in a step, the mean over ranks; without steps in all.
    [[nodiscard]] double waitPerStepNs() const;
};

/// The n-th collective of a kind in a group is the same one on all its ranks, provided that all of
/// them hold as many. Groups without a name are one group. Send/Receive is not matched: each pair
/// has its own.
[[nodiscard]] RankSkew rankSkew(const std::vector<RankTrace>& ranks);

} // namespace profiler
