// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/history/history.h"
#include "profiler/model/result.h"
#include "storage/history/recording_files.h"
#include "ui/comparison/background_job.h"
#include "ui/pages/column_page.h"

#include <QTimer>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>

class QLabel;

namespace ui {

class Button;
class Choice;
class HistoryChart;
class Panel;

/// One metric of one case over the recordings of a folder, a file or the library: where it changed
/// and what else did. Before the user chooses it is the folder of the open file.
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

    /// Of what earlier histories read; without one all is read from the recordings.
    void setIndex(const std::filesystem::path& index) { m_index = index; }

    /// A folder, or a run database; empty: the library.
    void setPlace(const QString& place, storage::FolderDepth depth = storage::FolderDepth::Whole);

    /// Which recordings it reads, in words.
    [[nodiscard]] QString placeText() const;

    [[nodiscard]] const HistoryChart& chart() const { return *m_chart; }

    [[nodiscard]] const DataTable& table() const { return *m_table; }

Q_SIGNALS:
    void recordingChosen(const QString& file, profiler::ComparisonId id);

private:
    /// Written by the threads that read, shown by the page.
    struct ReadSoFar {
        std::atomic<std::size_t> read = 0;
        std::atomic<std::size_t> all = 0; ///< 0: not known
    };

    void createPlacePanel();
    void createPanels();
    Choice* addChoice(QLayout& row, const QString& caption);
    void choose(const QString& place, storage::FolderDepth depth = storage::FolderDepth::Whole);
    void chooseFolder();
    [[nodiscard]] QString folderOfFile() const;
    void setPlaceOfFile();
    void read();
    void showRead();
    void show(const profiler::Result<profiler::History>& history);
    void showNames();
    static void setNames(
        Choice& choice, const std::set<std::string>& names, const std::string& chosen);
    void open(int point);
    void saveHtml();

    std::filesystem::path m_index;
    QString m_place; ///< empty: the library
    storage::FolderDepth m_depth = storage::FolderDepth::Whole;
    QString m_file; ///< that is open
    QString m_shownFile; ///< whose place is shown
    bool m_wasRead = false;
    bool m_wasChosen = false; ///< the place, by the user
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
    std::shared_ptr<ReadSoFar> m_read;
    QTimer m_tick;
    BackgroundJob m_job {this};
    BackgroundJob m_saving {this};
};

} // namespace ui
