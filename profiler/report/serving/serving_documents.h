// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/serving/serving.h"

#include <string>

/// `serving FILE`: for people, and as JSON.
namespace profiler {

struct Plan;

[[nodiscard]] std::string servingText(const Plan& plan, const Serving& serving);
[[nodiscard]] std::string servingJson(const Plan& plan, const Serving& serving);

} // namespace profiler
