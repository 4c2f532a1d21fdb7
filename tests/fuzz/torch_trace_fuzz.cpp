// SPDX-License-Identifier: Apache-2.0
// Any bytes as a log of TORCH_TRACE, plain or packed: no crash, no hang, bounded memory, and what
// is told of metrics is JSON.
#include "profiler/formats/torch_log/torch_trace_reader.h"
#include "tests/support/log_in_memory.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    profiler::CompileLog log;
    const auto source = tests::logOf({reinterpret_cast<const char*>(data), size});
    if (!profiler::readTorchTrace(*source, "fuzz_rank_1.log", log))
        std::abort(); // memory cannot fail to be read
    for (const auto& run : log.runs)
        for (const auto& compile : run.compiles)
            if (!compile.fact.metricsJson.empty()
                && !nlohmann::json::accept(compile.fact.metricsJson))
                std::abort();
    return 0;
}
