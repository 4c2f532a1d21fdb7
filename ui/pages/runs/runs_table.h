// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/runs/runs_model.h"
#include "ui/tables/table_view.h"

#include <vector>

namespace ui {

/// The list of runs: Enter opens one or compares several, F2 renames, Delete asks to delete.
class RunsTable : public TableView {
    Q_OBJECT

public:
    RunsTable(const Theme& theme, RunsModel* model, RunsFilter* filter);

    /// In the order in which they were chosen.
    [[nodiscard]] std::vector<profiler::ComparisonId> chosen() const;
    void choose(profiler::ComparisonId id);
    void editCell(RunsModel::Column column);

Q_SIGNALS:
    /// By Enter or a double click.
    void openRequested();
    void deletePressed();
    void chosenChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void selectionChanged(
        const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    const RunsModel& m_runs;
    const RunsFilter& m_filter;
};

} // namespace ui
