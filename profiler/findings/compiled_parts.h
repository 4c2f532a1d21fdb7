// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/findings/finding_rules.h"

#include <algorithm>

namespace profiler {

/// Whether the variant compiles parts of the model, its own or those of the plan, and not the
/// whole.
[[nodiscard]] inline bool compilesParts(const FindingInput& input)
{
    const auto& parts
        = input.planned().parts.empty() ? input.judged.plan.workload.parts : input.planned().parts;
    return !parts.empty() && std::ranges::none_of(parts, [](const CompiledPart& part) {
        return part.target.empty();
    });
}

} // namespace profiler
