// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/memory/memory_rows.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/bar_delegate.h"

#include <vector>

namespace ui {

enum class MemoryKind { Host, Device };

/// Peaks of every phase as bars on one scale, keyed by variant; the goal's cap as a line.
[[nodiscard]] BarContent peakTable(
    const ComparisonView& view, const std::vector<profiler::MemoryRow>& rows, MemoryKind kind);

/// The figures: peaks with their range, what is reserved, the difference to the baseline.
[[nodiscard]] DataContent memoryTable(
    const ComparisonView& view, const std::vector<profiler::MemoryRow>& rows, MemoryKind kind);

} // namespace ui
