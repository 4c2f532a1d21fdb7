// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/report/json/json_values.h"

/// For .cpp files only.
namespace profiler {

[[nodiscard]] Json familyRangeJson(const FamilyRange& range);

} // namespace profiler
