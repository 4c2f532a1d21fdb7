// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/benchmarks/benchmark_text.h"
#include "profiler/model/history/history.h"
#include "profiler/model/result.h"

#include <string_view>
#include <vector>

namespace profiler {

/// A file of asv's results folder: one commit in one environment, version 2.
[[nodiscard]] bool isAsvResults(std::string_view begin);

/// Times of `time_…`, sizes of `mem_…` and `peakmem_…`; what `track_…` means no file tells.
[[nodiscard]] Result<std::vector<HistoryPoint>> readAsvResults(
    const BenchmarkText& file, HistoryMetric metric);

} // namespace profiler
