// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// What is recorded after eager alone: the setting that its outlook would try first.
namespace profiler {

struct CallOutlook;
struct Plan;

/// "model = torch.compile(model, mode=…)"; empty: leave it eager.
[[nodiscard]] std::string tryCode(const Plan& plan, const CallOutlook& outlook);

/// `fusescope record` of the same plan with that setting beside eager; empty: leave it eager, or
/// options cannot say the plan.
[[nodiscard]] std::string tryCommand(const Plan& plan, const CallOutlook& outlook);

} // namespace profiler
