// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/model/text/text_sink.h"
#include "profiler/model/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace profiler {

struct TraceRows;

/// What is written of a trace for other tools.
struct ExportedTrace {
    const TraceRows& rows;
    const std::vector<TraceCall>& calls;
    const EnvironmentFields& environment; ///< names the device and the versions, nothing else
    int process = 0; ///< its number in the system; 0 = not known
    std::string name; ///< of the trace
    std::vector<std::string> warnings; ///< what it lacks, a sentence each
};

/// Kernels and copies whose times the driver did not give: a timeline has no place for them.
[[nodiscard]] std::int64_t rowsWithoutTime(const TraceRows& rows);

/// Chrome's trace events as torch.profiler writes them, for Perfetto, chrome://tracing and our own
/// import. Times are exact. What the format cannot carry is listed in docs/cli.md. False: the sink
/// wanted no more.
[[nodiscard]] bool writeChromeTrace(const ExportedTrace& source, const TextSink& sink);

} // namespace profiler
