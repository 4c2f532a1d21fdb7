// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/model/trace.h"

#include <string>
#include <vector>

namespace profiler {

/// What is written of a trace for other tools.
struct ExportedTrace {
    const TraceRows& rows;
    const std::vector<TraceCall>& calls;
    const EnvironmentFields& environment; ///< names the device and the versions, nothing else
    int process = 0; ///< its number in the system; 0 = not known
    std::string name; ///< of the trace
    std::vector<std::string> warnings; ///< what it lacks, a sentence each
};

} // namespace profiler
