// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/runs_model.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"

class QLabel;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace ui {

class Panel;

/// The comparisons of the open file or of the library; Enter or a double click opens one.
class RunsPage : public Page {
    Q_OBJECT

public:
    explicit RunsPage(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view) override;
    void showRuns(const std::vector<storage::ComparisonSummary>& summaries, const QString& file);

    [[nodiscard]] const RunsModel& model() const { return *m_model; }

Q_SIGNALS:
    void comparisonChosen(profiler::ComparisonId id);
    void openFileRequested();

private:
    QWidget* createTable();
    QWidget* createEmptyState();
    void chooseRow(const QModelIndex& index);

    const Theme& m_theme;
    RunsModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table = nullptr;
    Panel* m_panel = nullptr;
    QStackedWidget* m_stack;
};

} // namespace ui
