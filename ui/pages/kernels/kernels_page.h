// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/waterfall.h"
#include "profiler/analysis/work_comparison.h"
#include "ui/pages/column_page.h"
#include "ui/pages/kernels/work_rows.h"

class QLabel;

namespace ui {

class Panel;
class TabStrip;
class TextField;
class WaterfallChart;
class WorkTable;

/// What made it faster? The work of one call, name by name, in the baseline and in the focused
/// variant: kernels on a device, operators and compiled kernels on a CPU.
class KernelsPage : public ColumnPage {
    Q_OBJECT

public:
    explicit KernelsPage(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] const WorkTable& table() const { return *m_table; }

private:
    void createWaterfall();
    void createPanel();
    void showWaterfall();
    void openStep(profiler::WaterfallStep step);
    void showTable();
    void toggle(int key);
    [[nodiscard]] WorkArrangement arrangement() const;

    ComparisonView m_view;
    profiler::Measured<profiler::WorkComparison> m_work
        = profiler::missing("no comparison is open");
    std::set<profiler::WorkKind> m_open;
    bool m_chosen = false; ///< somebody opened or closed a class
    Panel* m_change = nullptr;
    WaterfallChart* m_waterfall = nullptr;
    Panel* m_panel = nullptr;
    TabStrip* m_grouping = nullptr;
    TextField* m_filter = nullptr;
    WorkTable* m_table = nullptr;
    QLabel* m_note = nullptr;
};

} // namespace ui
