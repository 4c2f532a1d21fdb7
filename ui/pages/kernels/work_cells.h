// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/work_groups.h"
#include "profiler/evidence/kernels/work_of_variants.h"
#include "profiler/model/number_text.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/data_model.h"
#include "ui/theme/shapes.h"

#include <vector>

namespace ui {

/// How a change is drawn.
struct WorkChange {
    double share = 0; ///< of the largest change on the page, -1 to 1
    Status status = Status::Neutral; ///< of the bar
};

/// Whether what a side lacks did not run there, or merely is not known to have run there.
enum class WorkAbsence { NotRun, NotSeen };

/// Which changes are green or red, where a verdict stands behind them: what one side alone has was
/// replaced, not gained or lost.
enum class WorkColour { None, WhereBothRun, Always };

/// What a row of the table tells.
struct WorkLine {
    DataCell name;
    QString kind;
    const profiler::WorkTimes& times;
    WorkAbsence absence = WorkAbsence::NotRun;
    bool countsTimes = true; ///< false: idle time, which has no mean either
    bool isCall = false; ///< the total: its mean is none of a run
};

/// How often in one call: "24", "1.5".
[[nodiscard]] QString timesText(double times);

/// Cells of the table of work: everything that a row needs to know of the page.
class WorkCells {
public:
    WorkCells(const ComparisonView& view, const profiler::WorkOfVariants& work,
        const std::vector<profiler::WorkGroup>& groups);

    /// Side by side, without the baseline.
    [[nodiscard]] std::vector<WorkChange> changes(
        const profiler::WorkTimes& times, WorkColour colour) const;

    /// "only in eager", "not in default", "in 2 of 5 variants"; empty: all have it, or there is
    /// none to compare with.
    [[nodiscard]] QString onlyIn(
        const profiler::WorkTimes& times, WorkAbsence absence = WorkAbsence::NotRun) const;

    [[nodiscard]] std::size_t sides() const { return m_work.variants.size(); }

    [[nodiscard]] QString heading(std::size_t side) const;

    /// Of the times of one call.
    [[nodiscard]] profiler::TimeUnit unit() const { return m_unit; }

    /// In which a run of average length reads well.
    [[nodiscard]] profiler::TimeUnit meanUnit() const { return m_meanUnit; }

    [[nodiscard]] DataCell timesCell(const WorkLine& line, std::size_t side) const;
    [[nodiscard]] DataCell nsCell(const WorkLine& line, std::size_t side) const;
    [[nodiscard]] DataCell meanCell(const WorkLine& line, std::size_t side) const;
    [[nodiscard]] DataCell shareCell(const WorkLine& line, std::size_t side) const;
    [[nodiscard]] DataCell changeCell(const WorkLine& line, std::size_t side) const;

private:
    void widen(const profiler::WorkTimes& times);
    [[nodiscard]] QString whyMissing(const WorkLine& line, std::size_t side) const;

    const profiler::WorkOfVariants& m_work;
    std::vector<std::string> m_names; ///< by side
    std::vector<bool> m_decided; ///< by side: a verdict stands behind its changes
    profiler::TimeUnit m_unit = profiler::TimeUnit::Milliseconds;
    profiler::TimeUnit m_meanUnit = profiler::TimeUnit::Microseconds;
    double m_largest = 0; ///< change on the page, ns
};

/// The heading of a column of times of one call.
[[nodiscard]] DataColumn timeColumn(const QString& side, profiler::TimeUnit unit);

/// A heading cannot be wrapped: a long name of a variant loses its middle.
[[nodiscard]] QString forHeading(const std::string& name, int most = 16);

} // namespace ui
