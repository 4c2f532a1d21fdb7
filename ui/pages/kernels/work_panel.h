// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/waterfall.h"
#include "profiler/evidence/kernels/work_of_variants.h"
#include "ui/comparison/ledger_reader.h"
#include "ui/pages/kernels/work_reader.h"
#include "ui/pages/kernels/work_rows.h"
#include "ui/pages/kernels/work_selection.h"
#include "ui/pages/page_panel.h"

#include <optional>
#include <set>
#include <string>

class QLabel;

namespace ui {

class TabStrip;
class TextField;
class WorkTable;

/// The table of work with what arranges it: which variants, by what, which names.
class WorkPanel : public PagePanel {
    Q_OBJECT

public:
    explicit WorkPanel(const Theme& theme);

    /// Of a case that the comparison has.
    void showView(const ComparisonView& view);
    void forget();

    /// False: no side of the table is known.
    [[nodiscard]] bool hasWork() const { return m_work.has_value(); }

    [[nodiscard]] bool isReady() const { return m_reader.isDone() && m_ledgers.isDone(); }

    [[nodiscard]] const WorkTable& table() const { return *m_table; }

    /// What is told of the chosen row; nullopt: none is.
    [[nodiscard]] std::optional<WorkSelection> selection() const;

    /// Chooses that name, whatever the table is arranged by; false: it is no work of the call.
    bool showWork(const std::string& name);

    /// Opens the classes of work that the step is about, and no other.
    void openStep(profiler::WaterfallStep step);

    /// For the chosen name, where it is one.
    void askForTimeline();

Q_SIGNALS:
    void selectionChanged();
    /// There is work to show now, or no longer.
    void workChanged();
    /// The first run of it, in the timeline of that variant.
    void timelineAsked(const QString& name, int variant);
    /// The same work on both sides: those rows of the ledger.
    void sameWorkAsked(const std::vector<std::size_t>& rows);

private:
    void createControls();
    void forgetWork();
    void compare();
    void read();
    void offerDevices();
    void takeReading();
    void changeScope();
    void showTable();
    void showCaptions(const WorkContents& contents, const QString& wrong);
    void chooseLike(const std::optional<WorkChoice>& before);
    void toggle(const QString& group);
    void open(const QString& group);
    [[nodiscard]] WorkFacts facts() const;
    [[nodiscard]] bool showsAll() const;
    [[nodiscard]] bool isRead() const;
    [[nodiscard]] bool isAwaited() const;
    void chooseGrouping(const ComparisonView& view);
    [[nodiscard]] bool showsSameWork() const;
    [[nodiscard]] bool wantsLedger() const;
    [[nodiscard]] const LedgerReading* readLedger() const;
    void showBranches(WorkArrangement& made) const;
    [[nodiscard]] QString whatIsWrong(const WorkFilter& filter) const;
    [[nodiscard]] WorkArrangement arrangement(WorkFilter filter);
    [[nodiscard]] QStringList groupsWith(const profiler::WorkKey& work) const;

    ComparisonView m_view;
    WorkReader m_reader;
    LedgerReader m_ledgers;
    profiler::Measured<profiler::WorkOfVariants> m_work
        = profiler::missing(profiler::ReasonKind::NotRecorded); ///< in the table
    profiler::WorkOfVariants m_everywhere; ///< in all variants that are not hidden
    WorkArrangement m_shown;
    std::set<QString> m_open; ///< ids of groups
    std::set<profiler::WorkGrouping> m_touched; ///< somebody opened or closed a group of it
    TabStrip* m_scope = nullptr; ///< where there is more than one variant to choose from
    TextField* m_filter = nullptr;
    TabStrip* m_grouping = nullptr;
    QLabel* m_matches = nullptr;
    WorkTable* m_table = nullptr;
    QLabel* m_note = nullptr;
};

} // namespace ui
