// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/suite/suite.h"
#include "ui/comparison/background_job.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

#include <array>
#include <filesystem>
#include <memory>
#include <vector>

class QGridLayout;
class QStackedWidget;
class QVBoxLayout;

namespace profiler {
struct CaseResult;
struct Finding;
struct Payback;
} // namespace profiler

namespace ui {

class FactsPanel;
class FindingsPanel;
class GoalPanel;
class ImportedPanel;
struct JudgedComparison;
class OneCallPanel;
class OutlookPanel;
class Panel;
class PaybackPanel;
class RatioPanel;
class ScrollColumn;
class TabStrip;
class TunePanel;
class VariantTable;
class VerdictPanel;

/// Should I use it? The verdict, the variants, what a call costs, when it pays back.
class OverviewPage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit OverviewPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] bool isReady() const override { return !m_peersJob.isRunning(); }

    [[nodiscard]] QString verdictSentence() const override;

    [[nodiscard]] const VariantTable& variants() const { return *m_variants; }

    /// edit.goal opens the goal's fields: in the inspector, or as a dialog where there is none.
    void runCommand(const QString& id) override;

Q_SIGNALS:
    void recordMoreRequested(int repetitions);

private:
    void compactChanged() override;
    enum class Lower { OneCall, Payback, Findings, Quality, Cards };

    void createPanels();
    void createInspector();
    void createCompactTabs();
    void arrangeWide();
    void arrangeCompact();
    void placeCards(int columns);
    [[nodiscard]] bool isImported() const;
    [[nodiscard]] bool isOne() const;
    /// What other tools recorded has a page of its own kind.
    void showImported(bool imported);
    /// One variant has neither ratios nor a payback.
    void showAlone(const ComparisonView& view);
    void showForest(const ComparisonView& view, const profiler::CaseResult& caseResult);
    void showLower(const ComparisonView& view, const profiler::CaseResult& caseResult);
    void openFinding(const profiler::Finding& finding);
    void readPeers(const ComparisonView& view);
    void showPeers();
    void editGoal();
    void openGoalDialog();

    ComparisonView m_view;

    ScrollColumn* m_scroll;
    QVBoxLayout* m_column;
    ImportedPanel* m_imported;
    VerdictPanel* m_verdict;
    TunePanel* m_tune;
    OutlookPanel* m_outlook; ///< of one variant alone, in place of the variants
    Panel* m_variantsPanel;
    VariantTable* m_variants;
    QWidget* m_charts;
    OneCallPanel* m_oneCall;
    QStackedWidget* m_payback; ///< Payback, or why it is undecided
    PaybackPanel* m_paybackPanel;
    RatioPanel* m_ratios;
    QWidget* m_cardsBox;
    QGridLayout* m_cardsGrid;
    std::array<Card*, 6> m_cards {};
    QWidget* m_inspector;
    QWidget* m_inspectorEnd = nullptr; ///< what is free below its panels
    GoalPanel* m_goal;
    FindingsPanel* m_findings;
    FactsPanel* m_quality;
    TabStrip* m_tabs;
    QStackedWidget* m_tabPages;
    std::vector<profiler::FamilyRange> m_peers; ///< of other models of the family
    std::shared_ptr<const JudgedComparison> m_peersOf; ///< whose they are
    BackgroundJob m_peersJob {this};
};

} // namespace ui
