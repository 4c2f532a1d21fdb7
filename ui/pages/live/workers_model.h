// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/lanes/recording_grid.h"
#include "ui/tables/column.h"

#include <QStringList>

#include <cstddef>
#include <optional>
#include <vector>

namespace ui {

class RecordingJob;
struct WorkingNow;

/// "compile" for people, of the recorder's stage: start, import, build, compile, warm-up, rounds.
[[nodiscard]] QString stageWord(const QString& stage);

/// What one cell shows.
struct WorkersCell {
    profiler::WorkState state = profiler::WorkState::None;
    bool crashed = false; ///< of Failed: died; else raised or took too long
    QString text; ///< "20 rounds", "compile"
    QString note; ///< "0:42"
    std::optional<double> progress; ///< of what runs, 0 to 1
    QString reason;
    bool canRetry = false;
};

struct WorkersRow {
    QString name; ///< "eager again"
    int variant = 0;
    bool again = false;
    bool canSkip = false;
    bool skipped = false;
    std::vector<WorkersCell> cells;
};

/// What is done, runs and waits: variants × sorts of processes. What runs is said more exactly by
/// the job, where this window started it. Column 0 is the variant; the grid follows.
class WorkersModel : public RowModel<WorkersRow> {
public:
    struct Heading {
        QString name;
        QString note;
        bool now = false;
    };

    using RowModel::RowModel;

    /// `job` may be null: a recording that was started elsewhere.
    void show(
        const profiler::RecordingGrid& grid, const QStringList& variants, const RecordingJob* job);
    /// Earlier finished repetitions share one column where there are more columns than this.
    void setMostColumns(int most);
    /// Whether a heading says how long its processes took; its tooltip always does.
    void setTimesShown(bool shown);

    [[nodiscard]] const WorkersCell& work(int row, int column) const
    {
        return this->row(row).cells.at(static_cast<std::size_t>(column));
    }

    [[nodiscard]] const Heading& heading(int column) const
    {
        return m_headings.at(static_cast<std::size_t>(column));
    }

private:
    /// Columns of the grid that one shown column stands for.
    struct Span {
        std::size_t first = 0;
        std::size_t last = 0;
    };

    void rebuild();
    [[nodiscard]] std::vector<Span> spans() const;
    [[nodiscard]] Heading headingOf(const Span& span) const;
    [[nodiscard]] WorkersRow rowOf(
        const profiler::WorkRow& row, const std::vector<Span>& spans) const;
    [[nodiscard]] std::vector<Column<WorkersRow>> shownColumns() const;
    [[nodiscard]] WorkersCell single(const profiler::WorkRow& row, std::size_t column) const;
    [[nodiscard]] WorkersCell folded(const profiler::WorkRow& row, const Span& span) const;
    void showRunning(WorkersCell& cell, const profiler::WorkRow& row, std::size_t column) const;

    profiler::RecordingGrid m_grid;
    QStringList m_variants;
    const RecordingJob* m_job = nullptr;
    int m_most = 9;
    bool m_timesShown = true;
    std::vector<Heading> m_headings;
};

/// "0:42", "1:02:03".
[[nodiscard]] QString clockText(double value);

} // namespace ui
