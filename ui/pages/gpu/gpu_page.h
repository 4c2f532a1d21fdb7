// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/pages/column_page.h"
#include "ui/pages/gpu/device_facts.h"

#include <memory>
#include <optional>

class QLabel;

namespace ui {

class BarTable;
class Choice;
class CodeLine;
class CounterChart;
class DataTable;
struct JudgedComparison;
class LegendStrip;
class Panel;
class StatusLabel;

/// Is the device busy? Busy and idle of a call, launches, energy, and counters over time. Without a
/// GPU the CPU's own counters stand in their place.
class GpuPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit GpuPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] bool isReady() const override { return !m_job.isRunning(); }

    [[nodiscard]] const BarTable& busy() const { return *m_busy; }

    [[nodiscard]] const DataTable& launches() const { return *m_launches; }

    [[nodiscard]] const DataTable& shares() const { return *m_shares; }

    [[nodiscard]] const DataTable& host() const { return *m_host; }

    [[nodiscard]] const CounterChart& chart() const { return *m_chart; }

Q_SIGNALS:
    void ready();

private:
    void createBusyPanel();
    void createSidePanels();
    void createSharesPanel();
    void createHostPanels();
    void createTimePanel();
    /// Reads traces and counters again only where they may have changed.
    void prepare();
    void showFacts();
    void showSentence();
    void showTables();
    void showTimes();
    void offerRepetitions();

    ComparisonView m_view;
    BackgroundJob m_job {this};
    std::shared_ptr<const JudgedComparison> m_read; ///< that the facts are of
    int m_readCase = -1;
    std::optional<DeviceFacts> m_facts;

    Panel* m_busyPanel = nullptr;
    BarTable* m_busy = nullptr;
    LegendStrip* m_legend = nullptr;
    QWidget* m_side = nullptr;
    DataTable* m_launches = nullptr;
    Panel* m_energyPanel = nullptr;
    BarTable* m_energy = nullptr;
    Panel* m_sharesPanel = nullptr; ///< of several devices, or where they communicate
    DataTable* m_shares = nullptr;
    Panel* m_hostPanel = nullptr;
    DataTable* m_host = nullptr;
    Panel* m_elsewherePanel = nullptr;
    CodeLine* m_command = nullptr;
    Panel* m_timePanel = nullptr;
    Choice* m_repetition = nullptr;
    CounterChart* m_chart = nullptr;
    QLabel* m_noTimes = nullptr;
    QLabel* m_foot = nullptr;
};

} // namespace ui
