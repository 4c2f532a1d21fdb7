// SPDX-License-Identifier: Apache-2.0
// Any bytes as a log of TORCH_TRACE, plain or packed: no crash, no hang, bounded memory, and what
// is told of metrics is JSON; what is kept of the steps is within bounds, and their own times add
// up.
#include "profiler/evidence/compile/compile_phases.h"
#include "profiler/formats/torch_log/torch_trace_reader.h"
#include "profiler/formats/torch_log/torch_trace_steps.h"
#include "tests/support/log_in_memory.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void checkSteps(profiler::CompileRun& run)
{
    const auto traces = profiler::compileTracesOf(run);
    for (const auto& trace : traces)
        require(profiler::isBounded(trace));
    const auto flame = profiler::compileFlame(traces);
    require(std::accumulate(flame.selfNs.begin(), flame.selfNs.end(), std::int64_t {0})
        == flame.wallNs);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    profiler::CompileLog log;
    const auto source = tests::logOf({reinterpret_cast<const char*>(data), size});
    require(profiler::readTorchTrace(*source, "fuzz_rank_1.log", log).has_value());
    for (const auto& run : log.runs)
        for (const auto& compile : run.compiles)
            require(compile.fact.metricsJson.empty()
                || nlohmann::json::accept(compile.fact.metricsJson));
    for (auto& run : log.runs)
        checkSteps(run);
    return 0;
}
