// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/work_groups.h"
#include "profiler/evidence/kernels/work_of_variants.h"
#include "ui/comparison/comparison_view.h"
#include "ui/pages/kernels/ledger_branches.h"
#include "ui/pages/kernels/work_cells.h"
#include "ui/tables/data_model.h"

#include <QRegularExpression>
#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace ui {

/// Which names of work are looked for: those, or whose class, hold the text or match it as a
/// regular expression; case makes no difference. Plain text with signs that mean something in an
/// expression finds itself, so that a whole name can be pasted.
class WorkFilter {
public:
    WorkFilter() = default;
    explicit WorkFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }

    [[nodiscard]] bool matches(const profiler::NamedTimes& work) const;

    /// What is wrong with the expression and where; empty: nothing.
    [[nodiscard]] const QString& problem() const { return m_problem; }

private:
    [[nodiscard]] bool matches(const QString& text) const;

    QString m_text;
    QRegularExpression m_expression;
    QString m_problem;
};

/// Which variants stand beside the baseline: the focused one with all that is known, or all that
/// are shown.
enum class WorkScope { Pair, All };

/// How the table of work is arranged.
struct WorkArrangement {
    WorkScope scope = WorkScope::Pair;
    std::optional<profiler::WorkGrouping> grouping; ///< nullopt: name by name
    std::vector<profiler::WorkGroup> groups; ///< of that grouping
    std::vector<WorkBranch> branches; ///< instead of groups, where the ledger knows the places
    std::set<QString> open; ///< ids of groups whose rows are shown
    WorkFilter filter; ///< not empty: rows alone, ungrouped
};

/// What a row stands for; of groups, rests and the total without a name.
struct WorkChoice {
    QString group; ///< id; empty: in none
    std::optional<profiler::WorkKey> work;

    bool operator==(const WorkChoice&) const = default;
};

/// What stands before a name, and how the changes of its row are drawn.
struct WorkSign {
    std::optional<WorkClass> workClass;
    std::optional<IdlePattern> pattern;
    std::optional<bool> open; ///< a group's: a chevron shows it
    bool child = false; ///< of the group above
    int depth = 0; ///< of a branch
    int line = 0; ///< of the source; stands before the text
    std::vector<WorkChange> changes; ///< by column of a change
};

struct WorkContents {
    DataContent table; ///< keys are indices into `choices`
    std::vector<WorkSign> signs; ///< by row
    std::vector<int> changeColumns;
    std::vector<WorkChoice> choices; ///< groups and names, in the order of their rows
    int shown = 0; ///< rows of work in the table
    profiler::WorkTimes shownTimes; ///< sums of them
};

[[nodiscard]] WorkContents workContents(const ComparisonView& view,
    const profiler::WorkOfVariants& work, const WorkArrangement& arrangement);

/// The same for a group whenever it is made again; no two groups of any grouping are alike.
[[nodiscard]] QString groupId(profiler::WorkGrouping grouping, const profiler::WorkGroup& group);
[[nodiscard]] QString classId(profiler::WorkKind kind);

/// "encoder.layers.0", "net.py:12", "no module known".
[[nodiscard]] QString groupName(profiler::WorkGrouping grouping, const profiler::WorkGroup& group);

} // namespace ui
