// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/latency_rows.h"
#include "profiler/model/number_text.h"
#include "ui/tables/data_model.h"

#include <vector>

namespace ui {

/// The one unit of the page's figures: that of the smallest median.
[[nodiscard]] profiler::TimeUnit latencyUnit(const std::vector<profiler::LatencyRow>& rows);

/// The statistics of each variant; a row's key is its variant.
[[nodiscard]] DataContent latencyStatistics(const std::vector<profiler::LatencyRow>& rows);

} // namespace ui
