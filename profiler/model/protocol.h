// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/kinds.h"
#include "profiler/model/facts/utc_time.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace profiler {

/// Look: breaks, recompiles, results and a trace of one process for each variant, and no timed
/// call.
enum class Effort { Quick, Normal, Thorough, Look };

/// How far down the numeric check goes: the outputs alone, or the modules, too.
enum class NumericsDepth { Outputs, ModulesWhereDifferent, Modules };

/// The numbers of docs/development/measurement.md, Protocol; `protocolFor(Effort)` fills them.
struct Protocol {
    Effort effort = Effort::Normal;
    int coldEmpty = 3; ///< cold processes with an empty compile cache, per variant
    int coldKept = 3; ///< cold processes on the cache such a process left
    int repetitionsMin = 5; ///< 0 at effort look alone
    int repetitionsMax = 15;
    int rounds = 20;
    std::optional<std::int64_t> callsPerBlock; ///< nullopt = by the rule
    int checkInputs = 3; ///< input sets of the numeric check; 0 = no check
    NumericsDepth numericsDepth = NumericsDepth::ModulesWhereDifferent;
    int lossSteps = 20; ///< of training, whose losses are compared in the check; 0 = none
    int traceCalls = 20; ///< 0 = no trace
    bool trialCompile = true; ///< beside a trace of an eager variant: where its graphs would break
    int noiseRepetitions = 3; ///< repetitions that carry an "eager again" lane
    bool noiseWhenBusy = true; ///< beside other programs all of them do
    bool casesApart = false; ///< each case in processes of its own
    Placement placement = Placement::Lanes;
    std::uint64_t orderSeed = 1; ///< of the shuffled order of lanes inside a round
    nanoseconds startTimeLimit = std::chrono::minutes(10); ///< import + build of one worker
    nanoseconds callTimeLimit = std::chrono::minutes(30); ///< one call, compiling included
    nanoseconds warmUpTimeLimit = std::chrono::minutes(5); ///< of one case, without compiling
    nanoseconds totalTimeLimit = std::chrono::hours(6); ///< no repetition is added after it

    bool operator==(const Protocol&) const = default;
};

[[nodiscard]] Protocol protocolFor(Effort effort);

/// Eager is measured against itself in no repetition, however busy the machine is.
constexpr void leaveOutNoise(Protocol& protocol)
{
    protocol.noiseRepetitions = 0;
    protocol.noiseWhenBusy = false;
}

/// Whether calls are timed in repetitions, so that a verdict on speed can follow.
[[nodiscard]] constexpr bool isTimed(const Protocol& protocol)
{
    return protocol.effort != Effort::Look;
}

} // namespace profiler
