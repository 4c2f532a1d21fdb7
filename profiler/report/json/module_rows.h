// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"

/// For .cpp files only.
namespace profiler {

struct ComparisonData;

/// `modules`: each variant's and case's trail with its rows; `distances`: histograms of ULP;
/// `sentences`: what they say.
void putModules(Json& document, const ComparisonData& data);

} // namespace profiler
