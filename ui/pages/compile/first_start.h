// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_parts.h"
#include "ui/pages/compile/compile_evidence.h"
#include "ui/tables/bar_table.h"

#include <vector>

/// "Compile cost": bars of each variant with an empty and with a warm cache.
namespace ui {

/// How a part of the start is drawn: in the colours of work in the order of what happens, and in
/// patterns for what compiles nothing.
struct PartLook {
    std::optional<WorkClass> workClass;
    std::optional<IdlePattern> pattern;
};

[[nodiscard]] PartLook lookOf(profiler::CompilePart part);

/// A sample of it for a legend.
[[nodiscard]] ChartLegend::Entry partEntry(
    const Theme& theme, profiler::CompilePart part, const QString& text);

/// Rows of the visible variants, keyed by variant.
[[nodiscard]] BarContent firstStart(const ComparisonView& view, const CompileEvidence& evidence);

/// The parts of one start with their numbers, which add up.
[[nodiscard]] std::vector<ChartLegend::Entry> partsLegend(
    const Theme& theme, const profiler::FirstStartCost& start);

} // namespace ui
