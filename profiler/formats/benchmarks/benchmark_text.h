// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <cstddef>
#include <filesystem>
#include <string>

namespace profiler {

/// More is refused.
inline constexpr std::size_t largestBenchmarkFile = std::size_t {64} << 20U; ///< bytes
inline constexpr std::size_t mostBenchmarks = 100'000; ///< of a file

/// A file of benchmarks, whole.
struct BenchmarkText {
    std::filesystem::path path;
    UtcTime written;
    std::string text;
};

} // namespace profiler
