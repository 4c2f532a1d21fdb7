// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/memory/memory_rows.h"
#include "profiler/evidence/memory/peak_of_call.h"
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

/// What is there at the peak of a call of both sides, part by part.
[[nodiscard]] DataContent peakPartTable(const ComparisonView& view,
    const profiler::MemoryHistoryFact& baseline, const profiler::MemoryHistoryFact& variant);

/// The same by what made it: the largest change first.
[[nodiscard]] DataContent peakPlaceTable(const ComparisonView& view,
    const profiler::MemoryHistoryFact& baseline, const profiler::MemoryHistoryFact& variant);

} // namespace ui
