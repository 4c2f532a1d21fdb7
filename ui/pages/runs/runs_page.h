// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/comparison/retry_queue.h"
#include "ui/pages/page.h"
#include "ui/pages/runs/best_ratios.h"
#include "ui/pages/runs/runs_model.h"
#include "ui/theme/theme.h"

#include <utility>
#include <vector>

class QLabel;
class QStackedWidget;

namespace ui {

class Button;
class ComparePanel;
class Panel;
class QuestionStrip;
class RunsTable;
class TextField;

/// The comparisons of the open file or of the library: find, open, compare, name, tag, delete.
class RunsPage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit RunsPage(const Theme& theme);

    void showView(const ComparisonView& view) override;
    void showRuns(
        const std::vector<storage::ComparisonSummary>& summaries, const QString& file) override;

    /// False while runs are judged, compared or changed.
    [[nodiscard]] bool isReady() const override;

    void setFilter(const QString& text);

    [[nodiscard]] const RunsModel& model() const { return *m_model; }

    [[nodiscard]] RunsTable& table() const { return *m_table; }

    [[nodiscard]] QuestionStrip& question() const { return *m_question; }

    [[nodiscard]] ComparePanel& comparing() const { return *m_compare; }

    /// The chosen ones: one is opened, several are compared.
    void openChosen();
    /// Asks first.
    void deleteChosen();
    /// Those that can still be restored, in place of the others; or back.
    void showDeleted(bool deleted);

Q_SIGNALS:
    void comparisonChosen(profiler::ComparisonId id);
    void openFileRequested();
    void sampleRequested();
    /// Something was changed in the file: its list should be read again.
    void listChanged();

private:
    enum Place { Empty, List, Compare };

    QWidget* createList();
    QWidget* createActions();
    QWidget* createEmptyState();
    void enableActions();
    void rename(profiler::ComparisonId id, const QString& name);
    void storeTags(profiler::ComparisonId id, const QStringList& tags);
    void change(RetryQueue::Change what, const QString& done);
    using ChangeOfOne = profiler::Result<void> (*)(
        const std::filesystem::path& file, profiler::ComparisonId id, storage::Started started);
    void changeEach(
        const std::vector<profiler::ComparisonId>& ids, ChangeOfOne what, const QString& done);
    void readDeleted();
    void showSummaries();
    void deleteNow(const std::vector<profiler::ComparisonId>& ids);
    void restore(const std::vector<profiler::ComparisonId>& ids);
    void askToCompact();
    [[nodiscard]] std::filesystem::path path() const;
    [[nodiscard]] storage::Started startOf(profiler::ComparisonId id) const;
    [[nodiscard]] std::vector<std::pair<profiler::ComparisonId, storage::Started>> withStarts(
        const std::vector<profiler::ComparisonId>& ids) const;
    [[nodiscard]] QString nameOf(profiler::ComparisonId id) const;

    QString m_file;
    std::vector<storage::ComparisonSummary> m_present;
    std::vector<storage::ComparisonSummary> m_deleted;
    bool m_showsDeleted = false;
    bool m_choseShown = false; ///< the shown comparison was marked once
    RunsModel* m_model;
    RunsFilter* m_filter;
    BestRatios m_best {this};
    RetryQueue m_writes {this};
    BackgroundJob m_deletedJob {this};
    QStackedWidget* m_stack;
    Panel* m_panel = nullptr;
    TextField* m_filterField = nullptr;
    RunsTable* m_table = nullptr;
    QuestionStrip* m_question = nullptr;
    QLabel* m_nothing = nullptr;
    Button* m_open = nullptr;
    Button* m_rename = nullptr;
    Button* m_tags = nullptr;
    Button* m_delete = nullptr;
    Button* m_showDeleted = nullptr;
    Button* m_compact = nullptr;
    ComparePanel* m_compare = nullptr;
};

} // namespace ui
