// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/benchmarks/benchmark_text.h"
#include "profiler/model/history/history.h"
#include "profiler/model/result.h"

#include <string_view>
#include <vector>

namespace profiler {

/// What PyTorch's benchmarks/dynamo write with --output: a row for each model.
[[nodiscard]] bool isDynamoCsv(std::string_view begin);

/// Median, speed-up, compile time and peak memory; the date is that of the file.
[[nodiscard]] Result<std::vector<HistoryPoint>> readDynamoCsv(
    const BenchmarkText& file, HistoryMetric metric);

} // namespace profiler
