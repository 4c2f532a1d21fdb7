// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/log_line.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/result.h"

#include <cstdint>
#include <vector>

namespace profiler {
class RecordSink;
} // namespace profiler

/// Comparisons with every field filled by chance, from a seed: extremes, empty texts, bytes that
/// are no UTF-8, columns of different lengths.
namespace tests {

struct RandomRun {
    profiler::ComparisonData data;
    std::vector<profiler::LogLine> log;
};

struct RandomSizes {
    int processes = 6;
    int blocks = 8; ///< of a process, at most
    int callsOfABlock = 300; ///< at most
};

[[nodiscard]] RandomRun randomRun(std::uint64_t seed, const RandomSizes& sizes = {});

/// Hands a run to a sink in the order a recorder would, and flushes after each block and line. The
/// first error ends it. `data.info` gets the id.
[[nodiscard]] profiler::Result<void> record(RandomRun& run, profiler::RecordSink& sink);

} // namespace tests
