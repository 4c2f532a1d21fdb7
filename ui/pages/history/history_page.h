// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/history/history.h"
#include "profiler/model/result.h"
#include "ui/comparison/background_job.h"
#include "ui/pages/column_page.h"

#include <filesystem>
#include <optional>

class QLabel;

namespace ui {

class Button;
class Choice;
class HistoryChart;
class Panel;

/// One metric of one case over the recordings of a folder, a file or the library: where it changed
/// and what else did.
class HistoryPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit HistoryPage(const Theme& theme);

    /// Asks for nothing of it but its file.
    void showView(const ComparisonView& view) override;
    void enter(const ComparisonView& view) override;
    void showRuns(
        const std::vector<storage::ComparisonSummary>& runs, const QString& file) override;

    [[nodiscard]] bool isReady() const override
    {
        return !m_job.isRunning() && !m_saving.isRunning();
    }

    /// A folder, or a run database; empty: the library.
    void setPlace(const QString& place);

    [[nodiscard]] const HistoryChart& chart() const { return *m_chart; }

    [[nodiscard]] const DataTable& table() const { return *m_table; }

Q_SIGNALS:
    void recordingChosen(const QString& file, profiler::ComparisonId id);

private:
    void createPlacePanel();
    void createPanels();
    Choice* addChoice(QLayout& row, const QString& caption);
    void chooseFolder();
    void read();
    void show(const profiler::Result<profiler::History>& history);
    void showNames();
    void setNames(Choice& choice, const std::set<std::string>& names, const std::string& chosen);
    void open(int point);
    void saveHtml();

    QString m_place; ///< empty: the library
    QString m_file; ///< that is open
    bool m_wasRead = false;
    profiler::HistoryQuery m_query;
    std::optional<profiler::History> m_history; ///< nothing: none could be made
    Panel* m_placePanel = nullptr;
    QLabel* m_placeName = nullptr;
    Choice* m_metric = nullptr;
    Choice* m_model = nullptr;
    Choice* m_case = nullptr;
    Choice* m_variant = nullptr;
    Choice* m_order = nullptr;
    Panel* m_chartPanel = nullptr;
    HistoryChart* m_chart = nullptr;
    Panel* m_tablePanel = nullptr;
    DataTable* m_table = nullptr;
    QLabel* m_leftOut = nullptr;
    Button* m_save = nullptr;
    BackgroundJob m_job {this};
    BackgroundJob m_saving {this};
};

} // namespace ui
