// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/arrivals.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/facts/utc_time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Requests to a load process.
namespace profiler {

/// In the order planned; times are nanoseconds from the beginning of the rate.
struct LoadRequests {
    static constexpr std::int64_t never = -1;

    std::vector<std::int64_t> plannedNs;
    std::vector<std::int64_t> startNs; ///< of the call; never: it was still waiting when all ended
    std::vector<std::int64_t> endNs; ///< never: it had not returned
    std::vector<std::int64_t> collectedNs; ///< of Python's garbage collector, in the call
    std::vector<std::uint8_t> compiled; ///< 1 where torch compiled something in the call

    [[nodiscard]] std::size_t size() const { return plannedNs.size(); }

    [[nodiscard]] bool ended(std::size_t request) const { return endNs[request] != never; }

    bool operator==(const LoadRequests&) const = default;
};

/// One rate, offered to one process.
struct LoadFact {
    int caseIndex = 0;
    int order = 0; ///< running number within its process
    std::optional<double> rate; ///< requests a second; nullopt: all at once, which shows how many
                                ///< the process can serve
    Arrivals arrivals = Arrivals::Poisson;
    nanoseconds duration {}; ///< over which they were planned
    int concurrency = 1;
    UtcTime started; ///< where the times of its requests begin
    std::string cut; ///< why not all requests were served; empty: they were
    MachineState machine;
    LoadRequests requests;

    bool operator==(const LoadFact&) const = default;
};

} // namespace profiler
