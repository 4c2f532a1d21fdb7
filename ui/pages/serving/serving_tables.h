// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/serving/serving.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/data_model.h"

namespace ui {

/// What each variant serves at most, within the limit, and whether that is more than the baseline.
/// A row's key is its variant.
[[nodiscard]] DataContent servedVariantTable(
    const ComparisonView& view, const profiler::ServedCase& served);

/// Every rate under every variant that is not hidden. A row's key is its variant.
[[nodiscard]] DataContent offeredRateTable(
    const ComparisonView& view, const profiler::ServedCase& served);

/// The slowest requests of each rate of the focused variant, and what held them up.
[[nodiscard]] DataContent slowRequestTable(
    const ComparisonView& view, const profiler::ServedCase& served);

} // namespace ui
