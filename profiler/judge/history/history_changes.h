// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history.h"

#include <vector>

namespace profiler {

/// Orders the points, parts them into tracks that may be compared, and finds in each the
/// recordings from which on the level is another one: change points of the values' logarithms
/// (docs/development/measurement.md), of counts of the numbers themselves. A change smaller than
/// what matters by default (3 %), or of less than one for counts, is none.
[[nodiscard]] History historyOf(std::vector<HistoryPoint> points, const HistoryQuery& query);

} // namespace profiler
