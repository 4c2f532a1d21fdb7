// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"
#include "profiler/model/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace profiler {
struct Goal;
struct Protocol;
} // namespace profiler

namespace cli {

/// `--goal`: median, p99, throughput or total:CALLS; limits and effects stay.
[[nodiscard]] profiler::Result<void> setGoal(profiler::Goal& goal, std::string_view word);

/// `--limit`: [CASE.]p99=15ms or [CASE.]memory=6GiB.
[[nodiscard]] profiler::Result<void> addLimit(profiler::Goal& goal, std::string_view word);

/// `--items`: N for every case, CASE=N for one.
struct Items {
    std::optional<std::string> caseName;
    double count = 0;
};

[[nodiscard]] profiler::Result<Items> itemsFrom(std::string_view word);

/// `--processes`: 5..15, or 5 for exactly five.
[[nodiscard]] profiler::Result<void> setProcesses(
    profiler::Protocol& protocol, std::string_view word);

/// `--without`: a list of cold, check, trace, noise, trial.
[[nodiscard]] profiler::Result<void> leaveOut(profiler::Protocol& protocol, std::string_view word);

/// `--budget`: a time; "20m" is minutes here: nobody means metres or milliseconds.
[[nodiscard]] profiler::Result<profiler::nanoseconds> budgetFrom(std::string_view word);

/// `--max-regression`: 3% or 0.03, between 0 and 1.
[[nodiscard]] profiler::Result<double> shareFrom(std::string_view option, std::string_view word);

/// `--arg`: KEY=VALUE; the value is JSON where it can be read as such, else text.
[[nodiscard]] profiler::Result<std::pair<std::string, std::string>> argumentFrom(
    std::string_view word);

} // namespace cli
