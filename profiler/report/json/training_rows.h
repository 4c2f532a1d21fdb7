// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

/// Training in our JSON documents. For .cpp files only.
namespace profiler {

struct ComparisonData;
struct VariantResult;

/// `step`: the whole, its parts, and what each became against the baseline.
void putStep(Json& object, const VariantResult& variant);

/// `steps`: of each case and variant the parts of a step; `losses`: the curves with how far they
/// lie apart; `sentences` beside them.
void putTraining(Json& document, const ComparisonData& data);

} // namespace profiler
