// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"

#include <optional>
#include <string>

namespace profiler {

/// The variant of that name; an empty name is the first compiled one, else the first.
[[nodiscard]] std::optional<int> variantNamed(const Plan& plan, const std::string& name);

} // namespace profiler
