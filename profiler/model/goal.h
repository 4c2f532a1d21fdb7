// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace profiler {

enum class GoalMetric { Median, P99, Throughput, Total };

struct Limits {
    std::optional<nanoseconds> p99;
    std::optional<std::int64_t> memoryBytes; ///< peak, of the device when there is one, else host
    std::optional<nanoseconds> compile; ///< of a case, with an empty cache, start-up apart

    bool operator==(const Limits&) const = default;
};

struct Goal {
    GoalMetric metric = GoalMetric::Median;
    std::optional<std::int64_t> horizonCalls; ///< calls a process lives
    bool cacheKept = false; ///< the compile cache outlives the process
    Limits limits;
    std::map<std::string, Limits> caseLimits; ///< by case name
    double minimumEffect = 0.03; ///< m of docs/method.md, Verdicts
    double minimumMemoryEffect = 0.05;
    /// How far a result may lie from fp64, as a ratio of its size (root mean squares); nullopt = by
    /// the precision that a variant was given, where it is another than the baseline's.
    std::optional<double> tolerance;

    bool operator==(const Goal&) const = default;
};

} // namespace profiler
