// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/paired_repetitions.h"
#include "profiler/model/comparison_result.h"

#include <vector>

namespace profiler {

/// p99 of baseline / variant over repetitions with enough calls of both, clock call. No verdict
/// below three of them, or where less than 90 % of the blocks were quiet: tails then follow the
/// neighbours.
void judgeTail(VariantResult& result, const std::vector<PairedRepetition>& pairs, double quietRatio,
    double minimumEffect);

} // namespace profiler
