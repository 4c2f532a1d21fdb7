// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/benchmarks/benchmark_text.h"
#include "profiler/model/history/history.h"
#include "profiler/model/result.h"

#include <string_view>
#include <vector>

namespace profiler {

/// What `pytest --benchmark-json` and `--benchmark-save` write.
[[nodiscard]] bool isPytestBenchmark(std::string_view begin);

/// Median and throughput.
[[nodiscard]] Result<std::vector<HistoryPoint>> readPytestBenchmark(
    const BenchmarkText& file, HistoryMetric metric);

} // namespace profiler
