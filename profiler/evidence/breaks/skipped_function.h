// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"

#include <optional>

namespace profiler {

struct GraphBreakFact;
struct ProcessRecord;
struct SourceFact;

/// The function of which torch compiled nothing because it met `found` there; nullopt: what stands
/// before the break was compiled. `source` is stored for the place; null where none was.
[[nodiscard]] std::optional<SkippedFunction> skippedFunction(
    const ProcessRecord& process, const GraphBreakFact& found, const SourceFact* source);

} // namespace profiler
