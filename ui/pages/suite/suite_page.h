// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/suite/suite.h"
#include "storage/file/run_database.h"
#include "ui/pages/column_page.h"
#include "ui/pages/suite/suite_judging.h"

#include <memory>
#include <string>
#include <vector>

class QLabel;

namespace ui {

class Button;
class Choice;
class DataTable;
class LegendStrip;
class Panel;
class SuiteTable;
class TextField;

/// Does it hold on all models? The recordings of the open file beside each other, with geometric
/// means, what each family gains, and what failed by cause. They stand there at once, and are
/// judged while the page is looked at.
class SuitePage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit SuitePage(const Theme& theme);

    /// Asks for nothing of it but its file.
    void showView(const ComparisonView& view) override;
    void enter(const ComparisonView& view) override;
    void showRuns(
        const std::vector<storage::ComparisonSummary>& runs, const QString& file) override;

    [[nodiscard]] bool isReady() const override { return !m_judging.isRunning(); }

    void setFile(const QString& file);
    void setFilter(const QString& text);

    [[nodiscard]] const SuiteTable& models() const { return *m_models; }

    [[nodiscard]] const DataTable& families() const { return *m_families; }

    [[nodiscard]] const DataTable& failures() const { return *m_failures; }

Q_SIGNALS:
    void recordingChosen(const QString& file, profiler::ComparisonId id);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void createModelsPanel();
    void createFamiliesPanel();
    void createFailuresPanel();
    void stopJudging();
    void judgeRest();
    void read();
    void showSuite(std::shared_ptr<const profiler::SuiteResult> suite);
    void showSentence(Status status, const QString& text);
    void showProgress();
    void showChoices();
    void showTables();
    void showModels();
    void showLegend();
    void open(int row);

    QString m_file;
    std::string m_name; ///< of the suite; empty: the newest
    /// What was read: the file, and its comparisons with their ends.
    QString m_readOf;
    QString m_listed;
    bool m_isAlone = false; ///< one recording, of no suite: there is nothing to put it beside
    std::shared_ptr<const profiler::SuiteResult> m_suite; ///< null: it could not be read
    bool m_onceStopped = false; ///< by the user: coming back to the page does not go on
    Panel* m_modelsPanel = nullptr;
    Choice* m_suites = nullptr;
    Choice* m_figures = nullptr;
    TextField* m_filter = nullptr;
    QStringList m_shownSuites; ///< among the choices
    QStringList m_shownVariants;
    Button* m_stop = nullptr;
    SuiteTable* m_models = nullptr;
    LegendStrip* m_legend = nullptr;
    QLabel* m_nothing = nullptr;
    Panel* m_familiesPanel = nullptr;
    DataTable* m_families = nullptr;
    QLabel* m_familyNote = nullptr;
    Panel* m_failuresPanel = nullptr;
    DataTable* m_failures = nullptr;
    SuiteJudging m_judging {this};
};

} // namespace ui
