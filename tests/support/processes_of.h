// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"

#include <vector>

/// Processes of a kind; `variant` below 0 = of every variant.
[[nodiscard]] inline std::vector<const profiler::ProcessRecord*> processesOf(
    const profiler::ComparisonData& data, profiler::ProcessKind kind, int variant)
{
    std::vector<const profiler::ProcessRecord*> found;
    for (const auto& process : data.processes)
        if (process.start.kind == kind && (variant < 0 || process.start.variant == variant))
            found.push_back(&process);
    return found;
}
