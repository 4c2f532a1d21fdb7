// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/pages/column_page.h"
#include "ui/pages/compile/compile_evidence.h"

#include <optional>

class QLabel;

namespace ui {

class BarTable;
class Button;
class DataTable;
class FlamePanel;
class HorizonSlider;
struct JudgedComparison;
class LegendStrip;
class Panel;
class PaybackChart;

/// What does it cost? Compile time by phase with an empty and a kept cache, when it is paid back,
/// and what was compiled.
class CompilePage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit CompilePage(const Theme& theme);

    void showView(const ComparisonView& view) override;
    /// Chooses that compile among the steps, once they are prepared.
    bool showWork(const std::string& compileId, int variant) override;

    [[nodiscard]] bool isReady() const override { return !m_job.isRunning(); }

    [[nodiscard]] const DataTable& payback() const { return *m_paybackTable; }

    [[nodiscard]] const BarTable& firstStart() const { return *m_startTable; }

    [[nodiscard]] const FlamePanel& steps() const { return *m_flamePanel; }

    [[nodiscard]] const DataTable& caches() const { return *m_caches; }

    [[nodiscard]] const DataTable& guards() const { return *m_guards; }

private:
    void createStartPanel();
    void createPaybackPanels();
    void createGraphsPanel();
    void createCachePanels();
    void createProgramsPanel();
    void showPrograms();
    void showEvidence();
    void showSteps();
    bool showWanted();
    void showImported();
    void showPayback();
    void showHorizon(qint64 calls);
    void chooseHorizon(std::optional<std::int64_t> calls);
    void followAxis();

    ComparisonView m_view;
    std::shared_ptr<const JudgedComparison> m_preparedFor;
    int m_preparedCase = -1;
    std::optional<CompileEvidence> m_evidence;
    BackgroundJob m_job {this};
    std::string m_wanted; ///< compile that is to be chosen; empty: none

    Panel* m_startPanel = nullptr;
    BarTable* m_startTable = nullptr;
    LegendStrip* m_legend = nullptr;
    QLabel* m_startNote = nullptr;
    Panel* m_programsPanel = nullptr;
    DataTable* m_programs = nullptr;
    QLabel* m_programsNote = nullptr; ///< what calls through Python cost
    FlamePanel* m_flamePanel = nullptr;
    Panel* m_cachePanel = nullptr;
    DataTable* m_caches = nullptr;
    Panel* m_guardPanel = nullptr;
    DataTable* m_guards = nullptr;
    QLabel* m_guardsNote = nullptr;
    Panel* m_tunedPanel = nullptr;
    DataTable* m_tuned = nullptr;
    Panel* m_paybackPanel = nullptr;
    PaybackChart* m_chart = nullptr;
    QLabel* m_paybackNote = nullptr; ///< in place of the chart, where nothing pays back
    HorizonSlider* m_slider = nullptr;
    Button* m_noHorizon = nullptr;
    Panel* m_tablePanel = nullptr;
    DataTable* m_paybackTable = nullptr;
    QLabel* m_ranking = nullptr;
    Panel* m_graphsPanel = nullptr;
    DataTable* m_graphs = nullptr;
    QLabel* m_graphsNote = nullptr;
};

} // namespace ui
