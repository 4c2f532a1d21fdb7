// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/file_begin.h"
#include "profiler/model/history/history.h"
#include "profiler/model/result.h"

#include <vector>

/// What other tools keep of their benchmarks, as points of a history: JSON of pytest-benchmark and
/// of asv, and the CSV of PyTorch's own benchmarks (benchmarks/dynamo). Their medians have no
/// interval here: what these files tell of spread is that of calls within one process.
namespace profiler {

/// By the first bytes, which its tool writes in a fixed order.
[[nodiscard]] bool isBenchmarkFile(const FileBegin& file);

/// The points of a recognised file that have the metric; each is a case. A file that is damaged or
/// too large is refused in one sentence; a benchmark without a value is left out.
[[nodiscard]] Result<std::vector<HistoryPoint>> readBenchmarks(
    const FileBegin& file, HistoryMetric metric);

} // namespace profiler
