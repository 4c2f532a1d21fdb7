// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/work_selection.h"

#include <QString>

/// What is said above and below the table of work.
namespace ui {

constexpr int longestNameLength = 40; ///< of a variant's name; the sentence on top has all of it

/// Modules and source lines: where work was called from.
[[nodiscard]] bool isByPlace(const std::optional<profiler::WorkGrouping>& grouping);
/// Rows of the traces say it: by place, or by device.
[[nodiscard]] bool needsTraces(const std::optional<profiler::WorkGrouping>& grouping);

/// "3 of 120 names match; together 1.20 ms in eager and 0.80 ms in default a call."
[[nodiscard]] QString matchText(const WorkFacts& facts, const WorkContents& contents);

/// What the rows are, and which of their changes say what was won.
[[nodiscard]] QString workNote(const WorkFacts& facts);
/// How busy several devices are, and what the variants communicate; empty: neither, or not read.
[[nodiscard]] QString devicesNote(const WorkFacts& facts);

} // namespace ui
