// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

struct Plan;

/// `model = torch.compile(model, mode="reduce-overhead")`: only settings that differ from the
/// default; "model" alone for the baseline.
[[nodiscard]] std::string compileCode(const Plan& plan, int variant);

} // namespace profiler
