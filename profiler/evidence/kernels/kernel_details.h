// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/occupancy.h"
#include "profiler/model/facts/process_facts.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct TraceRows;

/// Where kernels of one name were launched.
struct KernelSource {
    std::string operatorName; ///< empty: outside of any operator
    std::string module; ///< path in the model; empty: unknown
    std::string file; ///< empty: unknown
    int line = 0;
    std::int64_t count = 0; ///< kernels

    bool operator==(const KernelSource&) const = default;
};

/// What the rows of a trace tell of all kernels of one name, beyond their times.
struct KernelDetails {
    /// Estimated from launch shapes, the longer a kernel the more it counts; nullopt: shapes or
    /// device are not known.
    std::optional<double> occupancyRatio;
    std::optional<std::int64_t> launchDelayNs; ///< median; of later nodes of CUDA graphs there is
                                               ///< none; nullopt: no launch was recorded
    /// The most frequent first, equals by name, some; empty: no launch was recorded.
    std::vector<KernelSource> sources;
};

/// The device that kernels ran on, as its process told it.
struct KernelDevice {
    std::optional<DeviceLimits> limits;
    std::optional<int> multiprocessors;
};

[[nodiscard]] KernelDevice kernelDevice(const EnvironmentFields& environment);

[[nodiscard]] std::map<std::string, KernelDetails> kernelDetails(
    const TraceRows& rows, const KernelDevice& device);

} // namespace profiler
