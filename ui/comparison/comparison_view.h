// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/statistics/violin.h"

#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace ui {

/// A comparison as it was read and judged once, on a pool thread; pages share it unchanged.
struct JudgedComparison {
    profiler::ComparisonData data;
    profiler::ComparisonResult result;
    std::map<std::pair<int, int>, profiler::Violin> violins; ///< by case and variant

    /// Of the steady timed calls; none where nothing was timed.
    [[nodiscard]] std::optional<profiler::Violin> violinOf(int caseIndex, int variant) const;
};

/// Judges and prepares what pages draw; takes as long as the calls are many, so not on the GUI
/// thread.
[[nodiscard]] std::shared_ptr<const JudgedComparison> judged(profiler::ComparisonData data);

/// What every page shows: the comparison, the chosen case, the focused variant (the B of every
/// pair view) and the variants hidden from overlay views. A value: pages are given a new one.
struct ComparisonView {
    QString file; ///< of the database, as commands name it
    std::shared_ptr<const JudgedComparison> comparison; ///< null: nothing is open
    int caseIndex = 0;
    int focus = 0;
    std::set<int> hidden;

    /// Null when nothing is open or the comparison has no such case.
    [[nodiscard]] const profiler::CaseResult* caseResult() const;
    [[nodiscard]] const profiler::VariantResult* focused() const;

    [[nodiscard]] bool isHidden(int variant) const { return hidden.contains(variant); }

    /// The same comparison as an object, not as figures.
    bool operator==(const ComparisonView&) const = default;
};

/// Keeps what still fits of `old` when a comparison was read again; otherwise the first case and
/// the variant its recommendation speaks of.
[[nodiscard]] ComparisonView viewOf(
    std::shared_ptr<const JudgedComparison> comparison, const ComparisonView& old);

} // namespace ui
