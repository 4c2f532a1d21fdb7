// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

namespace profiler {

/// The judged comparison with its findings: what pages, documents and the terminal show.
[[nodiscard]] ComparisonResult conclude(const ComparisonData& data);

} // namespace profiler
