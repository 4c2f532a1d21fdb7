// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/waterfall.h"
#include "profiler/analysis/work_of_variants.h"
#include "ui/pages/column_page.h"
#include "ui/pages/kernels/work_reader.h"
#include "ui/pages/kernels/work_rows.h"
#include "ui/pages/kernels/work_selection.h"

#include <memory>
#include <optional>
#include <set>
#include <string>

class QLabel;

namespace ui {

class Panel;
class TabStrip;
class TextField;
class WaterfallChart;
class WorkInspector;
class WorkTable;

/// What made it faster? The work of one call, name by name, in the baseline and in the focused
/// variant or in all that are shown: kernels on a device, operators and compiled kernels on a CPU.
/// Where work was called from and how long each run took is read from the traces on a pool thread.
class KernelsPage : public ColumnPage {
    Q_OBJECT

public:
    explicit KernelsPage(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view) override;
    [[nodiscard]] QWidget* inspector() override;
    void setCompact(bool compact) override;

    [[nodiscard]] bool isReady() const override { return m_reader.isDone(); }

    [[nodiscard]] const WorkTable& table() const { return *m_table; }

    [[nodiscard]] const WorkInspector& details() const { return *m_details; }

    /// Chooses that name, whatever the table is arranged by; false: it is no work of the call.
    bool showWork(const std::string& name);

Q_SIGNALS:
    /// The first run of it, in the timeline of that variant.
    void timelineAsked(const QString& name, int variant);

private:
    void createWaterfall();
    void createPanel();
    void createInspector();
    void arrangeInspector();
    void showWaterfall();
    void openStep(profiler::WaterfallStep step);
    void forget();
    void compare();
    void read();
    void takeReading();
    void changeScope();
    void showTable();
    void showCaptions(const WorkContents& contents, const QString& wrong);
    void showSelection();
    void chooseLike(const std::optional<WorkChoice>& before);
    void toggle(const QString& group);
    void open(const QString& group);
    void askForTimeline();
    [[nodiscard]] std::optional<WorkSelection> selectionOf(
        const std::optional<WorkChoice>& choice) const;
    [[nodiscard]] WorkFacts told() const;
    [[nodiscard]] bool showsAll() const;
    [[nodiscard]] bool isRead() const;
    [[nodiscard]] QString whatIsWrong(const WorkFilter& filter) const;
    [[nodiscard]] WorkArrangement arrangement(WorkFilter filter);
    [[nodiscard]] QStringList groupsWith(const profiler::WorkKey& work) const;

    ComparisonView m_view;
    WorkReader m_reader;
    profiler::Measured<profiler::WorkOfVariants> m_work
        = profiler::missing("no comparison is open"); ///< in the table
    profiler::WorkOfVariants m_everywhere; ///< in all variants that are not hidden
    WorkArrangement m_shown;
    std::set<QString> m_open; ///< ids of groups
    std::set<profiler::WorkGrouping> m_touched; ///< somebody opened or closed a group of it
    Panel* m_change = nullptr;
    WaterfallChart* m_waterfall = nullptr;
    TabStrip* m_parts = nullptr; ///< in a small window: the table or the selection
    Panel* m_panel = nullptr;
    TabStrip* m_scope = nullptr; ///< where there is more than one variant to choose from
    TabStrip* m_grouping = nullptr;
    TextField* m_filter = nullptr;
    QLabel* m_matches = nullptr;
    WorkTable* m_table = nullptr;
    QLabel* m_note = nullptr;
    WorkInspector* m_details = nullptr;
    QWidget* m_inspector = nullptr; ///< where the details stand, beside the page
    QWidget* m_below = nullptr; ///< or in a small window, in it
    bool m_compact = false;
};

} // namespace ui
