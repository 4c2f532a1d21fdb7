// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/paired_repetitions.h"

#include <optional>
#include <vector>

namespace profiler {

struct ComparisonData;
struct Payback;
struct PaybackTerms;
struct VariantResult;

/// Median over repetitions of the repetition's median, in the deciding clock.
[[nodiscard]] std::optional<double> callNs(
    const std::vector<PairedRepetition>& pairs, Lane PairedRepetition::*lane);

/// Cost of a variant in one cache state and what one call saves.
[[nodiscard]] Measured<PaybackTerms> paybackTerms(const ComparisonData& data,
    const VariantResult& baseline, const VariantResult& variant,
    const std::vector<PairedRepetition>& pairs, int caseIndex, ProcessKind kind);

/// Calls and time until the variant is ahead, with the range of both terms.
[[nodiscard]] Measured<Payback> paybackOf(
    const Measured<PaybackTerms>& terms, double baselineCallNs);

} // namespace profiler
