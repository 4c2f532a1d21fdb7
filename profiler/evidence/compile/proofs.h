// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

namespace profiler {

struct ComparisonData;

/// What the untimed observed calls of a variant's lanes show for one case.
struct ProofJudgement {
    bool observed = false; ///< false: no agent, or no proof call yet
    bool ranEager = false; ///< a compiled variant's call ran no region, or fewer than after warm-up
    bool ranCompiled = false; ///< an eager variant's call ran a compiled region
    Reason reason;
};

[[nodiscard]] ProofJudgement judgeProofs(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
