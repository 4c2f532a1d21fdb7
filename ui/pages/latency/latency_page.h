// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/comparison/step_queue.h"
#include "ui/pages/latency/latency_evidence.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"

#include <optional>
#include <vector>

class QBoxLayout;
class QLabel;

namespace profiler {
struct CaseResult;
} // namespace profiler

namespace ui {

class Button;
class CallChart;
class LatencyHeadline;
class DataTable;
class Panel;
class PercentileChart;
class ProcessDotsChart;
class QuantileChart;
class SpreadChart;
class TabStrip;

/// How are the calls spread? Violins and histogram, the slowest percentiles, every call in the
/// order run, one dot per process, and the statistics as a table.
class LatencyPage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit LatencyPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    /// False while series are being prepared on a pool thread or given to the charts.
    [[nodiscard]] bool isReady() const override
    {
        return !m_job.isRunning() && !m_spreadJob.isRunning() && !m_stepQueue.isRunning();
    }

    [[nodiscard]] const DataTable& statistics() const { return *m_table; }

    [[nodiscard]] const DataTable& slowCalls() const { return *m_slowTable; }

    /// In place of the statistics.
    void showSlowCalls(bool shown);

    [[nodiscard]] QString sentence() const;

    [[nodiscard]] QString verdictSentence() const override { return sentence(); }

Q_SIGNALS:
    void ready();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void createPanels();
    void createSpreadPanel();
    void createTailPanel();
    void createCallPanels();
    void createTablePanel();
    void arrange();
    void nameBaseline(const QString& baseline);
    void startWithFittingAxis(const profiler::CaseResult& caseResult);
    void prepare();
    void prepareSpread();
    void showEvidence();
    void showStatistics();
    void showTable();
    void chooseSlowCall(int place);
    void keepSlowCall();
    void showCompile();
    void showSpread();
    [[nodiscard]] QString spreadCaption() const;

    ComparisonView m_view;
    LatencyScope m_scope;
    QString m_baseline;
    std::optional<LatencyEvidence> m_evidence;
    std::optional<profiler::SpreadSeries> m_spread;
    BackgroundJob m_job {this};
    BackgroundJob m_spreadJob {this};
    StepQueue m_stepQueue {this};

    std::vector<QBoxLayout*> m_rows;
    LatencyHeadline* m_headline;
    Panel* m_spreadPanel = nullptr;
    TabStrip* m_grain = nullptr;
    TabStrip* m_axis = nullptr;
    SpreadChart* m_spreadChart = nullptr;
    Panel* m_tailPanel = nullptr;
    TabStrip* m_tailKind = nullptr;
    PercentileChart* m_percentileChart = nullptr;
    QuantileChart* m_quantileChart = nullptr;
    Panel* m_callPanel = nullptr;
    CallChart* m_callChart = nullptr;
    Panel* m_processPanel = nullptr;
    ProcessDotsChart* m_processChart = nullptr;
    Panel* m_tablePanel = nullptr;
    DataTable* m_table = nullptr;
    DataTable* m_slowTable = nullptr;
    TabStrip* m_tableKind = nullptr;
    Button* m_compile = nullptr; ///< leads to what was compiled in the chosen outlier
    std::optional<profiler::SlowCall> m_slowCall; ///< that is chosen
    QLabel* m_method = nullptr;
};

} // namespace ui
