// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/model/shapes/traffic.h"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

/// The sizes of requests as others keep them: CSV with a header, or JSON Lines. Read line by line,
/// so that ten million of them fit. Known by their keys are Mooncake's traces (timestamp in ms,
/// input_length) and Azure's LLM traces (TIMESTAMP, ContextTokens).
namespace profiler {

struct TrafficQuestion {
    std::string column; ///< whose numbers are the sizes; empty: the one that there is, or known
};

/// A line that cannot be read refuses the file with its number: which calls would be missing nobody
/// could tell. Times may have gaps and need not be in order; they must not be negative.
[[nodiscard]] Result<Traffic> readTraffic(
    const std::filesystem::path& file, const TrafficQuestion& question);

/// The same; `name` is what a refusal calls it.
[[nodiscard]] Result<Traffic> readTraffic(
    std::istream& text, const std::string& name, const TrafficQuestion& question);

/// When requests came, in nanoseconds after the first of them, in order. Refused are also files
/// whose times are not told, and those with less than two moments.
[[nodiscard]] Result<std::vector<std::int64_t>> readArrivalTimes(const std::filesystem::path& file);

} // namespace profiler
