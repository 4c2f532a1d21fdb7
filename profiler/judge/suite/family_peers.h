// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite.h"

#include <vector>

namespace profiler {

/// So many other models make a range worth telling beside a single comparison.
inline constexpr int fewestPeers = 3;

/// What other models of the same family, on the same device and in the same type, gain from the
/// variants of a comparison, one range a variant at most. `own`: its rows; `others`: rows of any
/// other recordings.
[[nodiscard]] std::vector<FamilyRange> peersOf(
    const std::vector<SuiteRow>& own, std::vector<SuiteRow> others);

} // namespace profiler
