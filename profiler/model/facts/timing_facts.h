// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/kinds.h"
#include "profiler/model/facts/utc_time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Calls, and how it is known what ran in them.
namespace profiler {

enum class BlockKind { WarmUp, Timed };

/// Read before and after a block and subtracted; unknown stays nullopt.
struct MachineState {
    std::optional<double> cpuPressureRatio; ///< PSI "some" of the block's wall time
    std::optional<double> stealRatio; ///< of all CPU time
    std::optional<double> cpuPerWall; ///< CPU time of the process / wall
    std::optional<double> startedCores; ///< cores that what the process started kept busy
    std::optional<double> foreignCores; ///< cores that all other processes kept busy
    std::optional<double> loadAverage;
    std::optional<double> smClockMhz;
    std::optional<double> memoryClockMhz;
    std::optional<double> powerWatts;
    std::optional<double> temperatureCelsius;
    std::optional<std::int64_t> clockEventReasons; ///< NVML bits
    std::optional<int> foreignGpuProcesses;

    bool operator==(const MachineState&) const = default;
};

/// Consecutive calls of one case in one span. The three columns have one entry a call; cpuNs and
/// switches are empty where they could not be measured. Pipelined blocks have one entry: the mean.
struct CallBlock {
    BlockKind kind = BlockKind::Timed;
    int caseIndex = 0;
    Clock clock = Clock::Call;
    int round = -1; ///< from 0; -1 in warm-up
    int order = 0; ///< running number of the block within its process
    bool repeated = false; ///< a round that was run again because a block of it was not quiet
    UtcTime started;
    std::vector<std::int64_t> wallNs;
    std::vector<std::int64_t> cpuNs;
    std::vector<std::int32_t> switches; ///< involuntary context switches
    std::vector<std::uint8_t> compiled; ///< 1 where the call compiled something; warm-up only
    bool compileCountMoved = false; ///< a compile happened inside a timed block
    MachineState machine;
    std::vector<std::string> flags; ///< why the block was not quiet; empty = quiet

    bool operator==(const CallBlock&) const = default;
};

/// Whether a block holds latencies of a case: its calls were synchronised one by one.
[[nodiscard]] inline bool hasLatenciesOf(const CallBlock& block, int caseIndex)
{
    return block.caseIndex == caseIndex && block.clock == Clock::Call;
}

/// The recorder's judgement of a case's warm-up in one process (docs/development/measurement.md,
/// Warm-up).
struct SteadyFact {
    int caseIndex = 0;
    bool steady = false;
    std::int64_t warmUpCalls = 0;
    std::int64_t steadyFrom = 0; ///< first steady call of the warm-up
    bool noisy = false;
    std::string reason; ///< when not steady

    bool operator==(const SteadyFact&) const = default;
};

/// One untimed, observed call. An eager lane must show no region.
struct ProofFact {
    int caseIndex = 0;
    int afterBlock = -1; ///< -1: before round 1
    bool observed = false; ///< false: no agent; regions are then unknown
    std::int64_t compileCount = 0;
    std::map<std::string, int> regions; ///< compile id ("0/0") -> times run in this call

    bool operator==(const ProofFact&) const = default;
};

} // namespace profiler
