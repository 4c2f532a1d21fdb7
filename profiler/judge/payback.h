// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/paired_repetitions.h"
#include "profiler/model/comparison_result.h"

#include <vector>

namespace profiler {

/// Cost of a variant in one cache state and what one call saves.
[[nodiscard]] Judged<PaybackTerms> paybackTerms(const ComparisonData& data,
    const VariantResult& baseline, const VariantResult& variant,
    const std::vector<PairedRepetition>& pairs, int caseIndex, ProcessKind kind);

/// Calls and time until the variant is ahead, with the range of both terms.
[[nodiscard]] Judged<BreakEven> breakEvenOf(
    const Judged<PaybackTerms>& terms, double baselineCallNs);

} // namespace profiler
