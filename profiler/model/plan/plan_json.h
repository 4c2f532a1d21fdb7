// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <string>
#include <string_view>

namespace profiler {

struct Plan;

/// The plan as a JSON document (docs/plan.md). Every field is written, so that a stored plan does
/// not change its meaning with a later default; a variant that sets nothing in torch says nothing
/// of it.
[[nodiscard]] std::string planToJson(const Plan& plan);

/// Reads such a document; absent keys take their defaults. Unknown keys, wrong types and unknown
/// words are refused by their path: `variants[1].compil: unknown key`.
[[nodiscard]] Result<Plan> planFromJson(std::string_view text);

/// What a schema cannot say: variant and case names unique and not empty, a baseline, positive
/// counts, known modes' spelling left to the chosen torch. The first offence is returned.
[[nodiscard]] Result<void> validatePlan(const Plan& plan);

} // namespace profiler
