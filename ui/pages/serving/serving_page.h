// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/serving/serving.h"
#include "ui/comparison/background_job.h"
#include "ui/pages/column_page.h"

#include <optional>

class QLabel;

namespace ui {

class DataTable;
class LoadChart;
class Panel;
class TextField;

/// Does it hold under load? Latency against the rate of requests for each variant, how many each
/// serves within a limit of p99, and what held the slowest up.
class ServingPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit ServingPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] bool isReady() const override { return !m_reading.isRunning() && m_laidOut; }

    /// "50ms"; empty: the comparison's own.
    void setLimit(const QString& text);

    [[nodiscard]] const LoadChart& chart() const { return *m_chart; }

    [[nodiscard]] const DataTable& variants() const { return *m_variants; }

    [[nodiscard]] const DataTable& rates() const { return *m_rates; }

    [[nodiscard]] const DataTable& slow() const { return *m_slow; }

private:
    void createPanels();
    void read();
    void takeLimit();
    void showServed();
    void showNotes(const profiler::ServedCase& served);

    ComparisonView m_view;
    std::optional<profiler::nanoseconds> m_limit;
    std::optional<profiler::Serving> m_serving;
    BackgroundJob m_reading {this};
    bool m_laidOut = true; ///< what was read last
    TextField* m_limitField = nullptr;
    Panel* m_chartPanel = nullptr;
    LoadChart* m_chart = nullptr;
    Panel* m_variantPanel = nullptr;
    DataTable* m_variants = nullptr;
    QLabel* m_notes = nullptr;
    Panel* m_ratePanel = nullptr;
    DataTable* m_rates = nullptr;
    Panel* m_slowPanel = nullptr;
    DataTable* m_slow = nullptr;
};

} // namespace ui
