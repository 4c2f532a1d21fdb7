// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/pages/log/log_document.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"

#include <memory>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;

namespace ui {

class Button;
class LogModel;
class LogTable;
class NoteStore;
class NotesPanel;
class Panel;
class TabStrip;
class TextField;

/// What did the workers say? The output of all processes with a filter, and free notes.
class LogPage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit LogPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    /// False while lines are read or filtered on a pool thread.
    [[nodiscard]] bool isReady() const override
    {
        return !m_reading.isRunning() && !m_filtering.isRunning();
    }

    void setFilter(const QString& text);
    void setNoteStore(const std::shared_ptr<NoteStore>& store);

    [[nodiscard]] const LogModel& lines() const { return *m_model; }

    [[nodiscard]] const NotesPanel& notes() const { return *m_notes; }

private:
    QWidget* createLog();
    QWidget* createNothing();
    void readLog();
    void takeLog(const std::shared_ptr<const LogDocument>& document);
    void filterLines();
    void showLines(std::vector<FoldedLine> shown);
    void showNothing(const QString& sentence, bool filtered);
    void showWhole(const QModelIndex& index);
    void copyLines();

    ComparisonView m_view;
    std::shared_ptr<const LogDocument> m_document;
    BackgroundJob m_reading {this};
    BackgroundJob m_filtering {this};
    LogModel* m_model;
    Panel* m_panel = nullptr;
    TabStrip* m_level = nullptr;
    TextField* m_filter = nullptr;
    QStackedWidget* m_stack = nullptr;
    LogTable* m_table = nullptr;
    QPlainTextEdit* m_whole = nullptr;
    QLabel* m_nothing = nullptr;
    Button* m_clear = nullptr;
    NotesPanel* m_notes;
};

} // namespace ui
