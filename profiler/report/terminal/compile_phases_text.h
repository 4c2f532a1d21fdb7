// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

#include <string>

namespace profiler {

/// What follows the table of compiles: phases with an empty and a kept cache, caches, guards and
/// what autotuning chose. Empty where torch told nothing.
[[nodiscard]] std::string compilePhasesText(const Json& document);

} // namespace profiler
