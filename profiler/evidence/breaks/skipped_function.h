// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"

#include <optional>

namespace profiler {

struct GraphBreakFact;
struct ProcessRecord;

/// The function that the compilation failed for in which `found` was met; nullopt: what stands
/// before the break was compiled.
[[nodiscard]] std::optional<SkippedFunction> skippedFunction(
    const ProcessRecord& process, const GraphBreakFact& found);

} // namespace profiler
