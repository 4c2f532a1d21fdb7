// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/unpaired_runs.h"
#include "profiler/model/facts/ids.h"
#include "ui/comparison/background_job.h"
#include "ui/tables/data_model.h"
#include "ui/theme/theme.h"

#include <QString>
#include <QWidget>

#include <filesystem>
#include <vector>

namespace ui {

class DataTable;
class Panel;
class SentencePanel;

/// Reads, judges and compares; blocking, for pool threads.
[[nodiscard]] profiler::Result<profiler::UnpairedRuns> readUnpaired(
    const std::filesystem::path& file, const std::vector<profiler::ComparisonId>& ids);

[[nodiscard]] DataContent unpairedTable(const profiler::UnpairedRuns& runs);

/// Several runs of one model side by side, with ratios to the first.
class ComparePanel : public QWidget {
    Q_OBJECT

public:
    explicit ComparePanel(const Theme& theme);

    void compare(const std::filesystem::path& file, const std::vector<profiler::ComparisonId>& ids);

    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

    [[nodiscard]] const SentencePanel& headline() const { return *m_headline; }

    [[nodiscard]] const DataTable& table() const { return *m_table; }

Q_SIGNALS:
    void backRequested();
    void noted(const QString& sentence);

private:
    void show(const profiler::Result<profiler::UnpairedRuns>& runs);

    SentencePanel* m_headline;
    Panel* m_panel;
    DataTable* m_table;
    BackgroundJob m_job {this};
};

} // namespace ui
