// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/training/loss_curves.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/report/json/json_values.h"

#include <string>

/// Training in our JSON documents. For .cpp files only.
namespace profiler {

/// `step`: the whole, its parts, and what each became against the baseline.
void putStep(Json& object, const VariantResult& variant);

/// `steps`: of each case and variant the parts of a step; `losses`: the curves with how far they
/// lie apart; `sentences` beside them.
void putTraining(Json& document, const ComparisonData& data);

/// The same document for people.
[[nodiscard]] std::string trainingText(const Json& document);

} // namespace profiler
