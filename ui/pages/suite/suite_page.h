// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/model/result.h"
#include "storage/file/run_database.h"
#include "ui/comparison/background_job.h"
#include "ui/pages/column_page.h"

#include <QTimer>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QLabel;

namespace ui {

class Choice;
class DataTable;
class Panel;
class TextField;

/// Does it hold on all models? The recordings of the open file beside each other, with geometric
/// means, what each family gains, and what failed by cause.
class SuitePage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit SuitePage(const Theme& theme);
    ~SuitePage() override;

    /// Asks for nothing of it but its file.
    void showView(const ComparisonView& view) override;
    void enter(const ComparisonView& view) override;
    void showRuns(
        const std::vector<storage::ComparisonSummary>& runs, const QString& file) override;

    [[nodiscard]] bool isReady() const override { return !m_job.isRunning(); }

    void setFile(const QString& file);
    void setFilter(const QString& text);

    [[nodiscard]] const DataTable& models() const { return *m_models; }

    [[nodiscard]] const DataTable& families() const { return *m_families; }

    [[nodiscard]] const DataTable& failures() const { return *m_failures; }

Q_SIGNALS:
    void recordingChosen(const QString& file, profiler::ComparisonId id);

private:
    /// Written by the threads that read, shown by the page.
    struct ReadSoFar {
        std::atomic<std::size_t> read = 0;
        std::atomic<std::size_t> all = 0;
        std::atomic<bool> wanted = true;
    };

    void createModelsPanel();
    void createFamiliesPanel();
    void createFailuresPanel();
    void read();
    void stopReading();
    void showRead();
    void show(const profiler::Result<profiler::SuiteResult>& suite);
    void showChoices();
    void showTables();
    void showModels();
    void open(int row);

    QString m_file;
    std::string m_name; ///< of the suite; empty: the newest
    /// What was read: the file, and its comparisons with their ends.
    QString m_readOf;
    QString m_listed;
    bool m_isAlone = false; ///< one recording, of no suite: there is nothing to put it beside
    std::optional<profiler::SuiteResult> m_suite; ///< nothing: it could not be read
    Panel* m_modelsPanel = nullptr;
    Choice* m_suites = nullptr;
    Choice* m_figures = nullptr;
    TextField* m_filter = nullptr;
    DataTable* m_models = nullptr;
    QLabel* m_nothing = nullptr;
    Panel* m_familiesPanel = nullptr;
    DataTable* m_families = nullptr;
    QLabel* m_familyNote = nullptr;
    Panel* m_failuresPanel = nullptr;
    DataTable* m_failures = nullptr;
    std::shared_ptr<ReadSoFar> m_read;
    QTimer m_tick;
    BackgroundJob m_job {this};
};

} // namespace ui
