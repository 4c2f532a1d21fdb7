// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/configuration_fields.h"
#include "ui/comparison/background_job.h"
#include "ui/pages/configuration/configuration_contents.h"
#include "ui/pages/sentence_page.h"
#include "ui/theme/theme.h"

#include <vector>

class QBoxLayout;
class QLabel;

namespace ui {

class Button;
class CodeBlock;
class CodeLine;
class DataTable;
class Panel;

/// Can someone repeat this? What differs between the variants, on purpose and by accident, and all
/// that it takes to record the same again.
class ConfigurationPage : public SentencePage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit ConfigurationPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] bool isReady() const override { return !m_job.isRunning(); }

    /// The tables: settings, environment, the run.
    [[nodiscard]] const DataTable& settings() const { return *m_settings; }

    [[nodiscard]] const DataTable& environment() const { return *m_environment; }

    void showOnlyDifferences(bool only);

private:
    void compactChanged() override;
    Panel* tablePanel(const QString& title, DataTable*& table);
    void createFields();
    void createRun();
    void prepare();
    void showFields();

    ComparisonView m_view;
    std::vector<profiler::ConfigurationField> m_fields;
    BackgroundJob m_job {this};
    ShownFields m_shown = ShownFields::Differences;
    QLabel* m_noneDiffers = nullptr;
    Button* m_fold = nullptr; ///< shows and hides what is the same
    Panel* m_settingsPanel = nullptr;
    DataTable* m_settings = nullptr;
    Panel* m_environmentPanel = nullptr;
    DataTable* m_environment = nullptr;
    Panel* m_runPanel = nullptr;
    DataTable* m_run = nullptr;
    Panel* m_commandPanel = nullptr;
    QLabel* m_recordedNote = nullptr;
    QLabel* m_reproduceNote = nullptr;
    CodeLine* m_recorded = nullptr;
    CodeLine* m_reproduce = nullptr;
    Panel* m_planPanel = nullptr;
    CodeBlock* m_plan = nullptr;
    QBoxLayout* m_columns = nullptr;
};

} // namespace ui
