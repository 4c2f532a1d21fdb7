// SPDX-License-Identifier: Apache-2.0
// For .cpp files of this folder only: it shows nlohmann/json.
#pragma once

#include "profiler/report/json/json_values.h"

namespace profiler {

struct CaseResult;
struct ComparisonResult;

/// `bound_by`, `ceiling`, `try_first` and `trial` of a case, null with the reason where it is not
/// known.
void putOutlook(Json& object, const ComparisonResult& result, const CaseResult& inCase);

} // namespace profiler
