// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>
#include <set>

namespace profiler {
struct CaseResult;
struct VariantResult;
} // namespace profiler

namespace ui {

struct JudgedComparison;

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
