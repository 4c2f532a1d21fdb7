// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of each benchmark tool: no crash, no hang, bounded memory, and every point
// has a name, a place in time and a value.
#include "profiler/formats/benchmarks/benchmark_formats.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void check(const profiler::Result<std::vector<profiler::HistoryPoint>>& points)
{
    if (!points)
        return;
    if (points->size() > profiler::mostBenchmarks)
        std::abort();
    for (const auto& point : *points)
        if (point.caseName.empty() || point.workload.empty() || !point.value)
            std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using profiler::HistoryMetric;
    const profiler::BenchmarkText file {.path = "fuzz.json",
        .written = {1},
        .text = std::string(reinterpret_cast<const char*>(data), size)};
    for (const auto metric : {HistoryMetric::Median, HistoryMetric::Memory})
        for (const auto* format :
            {&profiler::pytestBenchmark, &profiler::asvResults, &profiler::dynamoCsv})
            check(format->read(file, metric));
    return 0;
}
