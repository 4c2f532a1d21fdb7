// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"

#include <optional>

namespace profiler {

struct GraphBreakFact;
struct ProcessRecord;

/// The function of which torch compiled nothing because it met `found` there; nullopt: what stands
/// before the break was compiled.
[[nodiscard]] std::optional<SkippedFunction> skippedFunction(
    const ProcessRecord& process, const GraphBreakFact& found);

} // namespace profiler
