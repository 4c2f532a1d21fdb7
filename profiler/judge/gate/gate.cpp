// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/gate.h"

#include <algorithm>

namespace profiler {

GateOutcome GateResult::outcome() const
{
    auto worst = GateOutcome::Holds;
    for (const auto& check : checks)
        worst = std::max(worst, check.outcome);
    return worst;
}

} // namespace profiler
