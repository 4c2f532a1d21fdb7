// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/model/reason.h"

namespace profiler {

struct VariantResult;

/// Why the CPU time of a variant's calls does not tell whether they are faster than the baseline's;
/// empty where it does: one thread makes the call, and waits for nothing but a core. `judged` is
/// the variant, judged in CPU time.
[[nodiscard]] Reason whyNotInCpuTime(
    const JudgeInput& input, int caseIndex, const VariantResult& judged);

} // namespace profiler
