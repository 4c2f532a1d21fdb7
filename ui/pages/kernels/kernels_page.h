// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/column_page.h"
#include "ui/pages/kernels/work_panel.h"

#include <filesystem>
#include <string>

namespace ui {

class RemedyRows;
class TabStrip;
class WaterfallChart;
class WorkInspector;
class WorkTable;

/// What made it faster? The work of one call, name by name, in the baseline and in the focused
/// variant or in all that are shown: kernels on a device, operators and compiled kernels on a CPU.
/// Where work was called from and how long each run took is read from the traces on a pool thread.
class KernelsPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit KernelsPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] bool isReady() const override { return m_panel->isReady(); }

    [[nodiscard]] const WorkTable& table() const { return m_panel->table(); }

    [[nodiscard]] const WorkInspector& details() const { return *m_details; }

    /// Whatever the table is arranged by, and whichever of its variants runs it.
    bool showWork(const std::string& name, int /*variant*/) override
    {
        return m_panel->showWork(name);
    }

Q_SIGNALS:
    /// Those rows of the ledger, on Timeline, both sides.
    void sameWorkRequested(const std::vector<std::size_t>& rows);

private:
    void compactChanged() override { arrangeInspector(); }

    void createRemedies();
    void createWaterfall();
    void createInspector();
    void arrangeInspector();
    void showRemedies();
    void showWaterfall();
    void showSelection();

    ComparisonView m_view;
    Panel* m_remedyPanel = nullptr;
    RemedyRows* m_remedies = nullptr;
    Panel* m_change = nullptr;
    WaterfallChart* m_waterfall = nullptr;
    TabStrip* m_parts = nullptr; ///< in a small window: the table or the selection
    WorkPanel* m_panel = nullptr;
    WorkInspector* m_details = nullptr;
    QWidget* m_inspector = nullptr; ///< where the details stand, beside the page
    QWidget* m_below = nullptr; ///< or in a small window, in it
};

} // namespace ui
