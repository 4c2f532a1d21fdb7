// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_parts.h"
#include "ui/pages/gpu/device_facts.h"
#include "ui/tables/bar_delegate.h"
#include "ui/tables/data_model.h"
#include "ui/theme/theme.h"

#include <vector>

/// What the tables of the GPU page hold.
namespace ui {

/// 100 % of one call: busy by class, idle by cause, the busy share behind it.
[[nodiscard]] BarContent busyTable(const ComparisonView& view, const DeviceFacts& facts);
/// Those classes and causes that some bar has.
[[nodiscard]] std::vector<ChartLegend::Entry> busyLegend(
    const Theme& theme, const DeviceFacts& facts);

/// Kernels, launches, launch delay, host-bound share of a call.
[[nodiscard]] DataContent launchTable(const ComparisonView& view, const DeviceFacts& facts);

[[nodiscard]] BarContent energyTable(const ComparisonView& view, const DeviceFacts& facts);

/// Use, pressure, steal and clock of the CPU while each variant was timed.
[[nodiscard]] DataContent hostTable(const ComparisonView& view, const DeviceFacts& facts);

/// Of each device how busy it is, and what of its communication nothing hides.
[[nodiscard]] DataContent sharesTable(const ComparisonView& view, const DeviceFacts& facts);

} // namespace ui
