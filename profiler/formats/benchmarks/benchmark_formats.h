// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/benchmarks/benchmark_text.h"
#include "profiler/model/history/history.h"
#include "profiler/model/result.h"

#include <string_view>
#include <vector>

/// The formats of benchmarks that are read, a file for each.
namespace profiler {

struct BenchmarkFormat {
    bool (*recognises)(std::string_view begin);
    Result<std::vector<HistoryPoint>> (*read)(const BenchmarkText& file, HistoryMetric metric);
};

/// What `pytest --benchmark-json` and `--benchmark-save` write: median and throughput.
extern const BenchmarkFormat pytestBenchmark;

/// A file of asv's results folder: one commit in one environment, version 2. Times of `time_…`,
/// sizes of `mem_…` and `peakmem_…`; what `track_…` means no file tells.
extern const BenchmarkFormat asvResults;

/// What PyTorch's benchmarks/dynamo write with --output, a row for each model: median, speed-up,
/// compile time and peak memory; the date is that of the file.
extern const BenchmarkFormat dynamoCsv;

} // namespace profiler
