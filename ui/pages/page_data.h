// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts.h"
#include "profiler/model/variant_result.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page_descriptor.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace profiler {
struct Finding;
} // namespace profiler

namespace ui {

template <typename Has>
[[nodiscard]] bool anyVariant(const ComparisonView& view, Has has)
{
    return std::ranges::any_of(view.caseResult()->variants, has);
}

template <typename Has>
[[nodiscard]] bool anyProcess(const ComparisonView& view, Has has)
{
    return std::ranges::any_of(view.comparison->data.processes, has);
}

/// Of the shown case, with operators.
[[nodiscard]] bool hasEndedTraces(const ComparisonView& view);

/// Needs of several pages, each with its own sentence: the calls of a trace, the log of torch, or
/// what only a recording has.
[[nodiscard]] ImportNeed needOfCalls(const QString& otherwise);
[[nodiscard]] ImportNeed needOfLog(const QString& otherwise);
[[nodiscard]] ImportNeed needOfRecording(const QString& otherwise);

/// The page that explains a finding.
[[nodiscard]] PageId pageOf(const profiler::Finding& finding);

/// Of the shown case, those that a page explains of a variant, the most to win back first.
[[nodiscard]] std::vector<profiler::Finding> findingsOn(
    PageId page, const ComparisonView& view, int variant);

/// Where what is recorded from a page goes: into the open file.
[[nodiscard]] std::filesystem::path outputOf(const ComparisonView& view);

/// `note` and, where traces of these variants lack something, what.
[[nodiscard]] QString withLosses(
    const QString& note, const ComparisonView& view, const std::vector<int>& variants);

} // namespace ui
