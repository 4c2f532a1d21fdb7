// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/format.h"
#include "ui/pages/kernels/work_rows.h"

namespace ui {

/// Whether what one side lacks did not run there, or merely is not known to have run there.
enum class WorkAbsence { NotRun, NotSeen };

/// How often in one call: "24", "1.5".
[[nodiscard]] QString timesText(double times);

/// Cells of the table of work: everything that a row needs to know of the page.
class WorkCells {
public:
    WorkCells(const ComparisonView& view, const profiler::WorkComparison& work,
        const std::vector<profiler::WorkGroup>& groups);

    [[nodiscard]] std::vector<DataColumn> columns() const;

    /// Without times, as of idle time, there is no mean either.
    [[nodiscard]] DataRow row(const DataCell& name, const QString& kind,
        const profiler::WorkPair& pair, bool countsTimes = true,
        WorkAbsence absence = WorkAbsence::NotRun) const;

    /// Green and red only where a verdict stands behind them.
    [[nodiscard]] WorkSign signOf(const profiler::WorkPair& pair, bool coloured) const;

    /// "only in eager" of what the other side does not run; empty: both have it, or there is none
    /// to compare with.
    [[nodiscard]] QString onlyIn(
        const profiler::WorkPair& pair, WorkAbsence absence = WorkAbsence::NotRun) const;

private:
    using Time = std::optional<profiler::WorkTime>;

    void widen(const profiler::WorkPair& pair);
    [[nodiscard]] QString whyMissing(const QString& side, WorkAbsence absence) const;
    [[nodiscard]] DataCell timesCell(const Time& time) const;
    [[nodiscard]] DataCell nsCell(const Time& time) const;
    [[nodiscard]] DataCell meanCell(const Time& time) const;
    [[nodiscard]] static DataCell shareCell(const Time& time, const Time& total);
    [[nodiscard]] DataCell changeCell(const profiler::WorkPair& pair) const;

    const profiler::WorkComparison& m_work;
    QString m_baseline;
    QString m_variant;
    bool m_alone; ///< the baseline itself is in focus
    bool m_decided = false;
    profiler::TimeUnit m_unit = profiler::TimeUnit::Milliseconds;
    profiler::TimeUnit m_meanUnit = profiler::TimeUnit::Microseconds;
    double m_largest = 0; ///< change on the page
};

} // namespace ui
