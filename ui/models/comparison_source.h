// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "storage/run_database.h"
#include "ui/models/background_job.h"
#include "ui/models/comparison_view.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ui {

/// Reads and judges; blocking, for pool threads and for `--grab` and `--report`.
[[nodiscard]] profiler::Result<std::shared_ptr<const JudgedComparison>> readComparison(
    const std::filesystem::path& file, const std::string& selector);

/// The open run database: its list of comparisons and the one that is shown. Follows a recording
/// by its change counter; everything is read on pool threads, stale answers are dropped.
class ComparisonSource : public QObject {
    Q_OBJECT

public:
    using Summaries = std::vector<storage::ComparisonSummary>;

    explicit ComparisonSource(QObject* parent = nullptr);

    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }

    /// Reads the list of `file` and, when `selector` is given, that comparison (empty = newest).
    void open(const std::filesystem::path& file, const std::optional<std::string>& selector);
    void show(profiler::ComparisonId id);
    /// Nothing that is being read will arrive; a finished reading stays.
    void cancel();
    /// After a change that this program made: earlier than the next look at the file.
    void refreshList();

Q_SIGNALS:
    void listed(const Summaries& summaries);
    void loading();
    void loaded(std::shared_ptr<const JudgedComparison> comparison);
    void failed(const QString& sentence);

private:
    struct Answer {
        std::optional<std::int64_t> counter;
        profiler::Result<std::shared_ptr<const JudgedComparison>> comparison;
    };

    void takeComparison(const Answer& answer);
    void readList();
    void readShown();
    void poll();
    void takeCounter(const profiler::Result<std::int64_t>& counter);

    std::filesystem::path m_file;
    std::optional<std::string> m_selector;
    std::optional<std::int64_t> m_counter;
    int m_silentPolls = 0; ///< in a row
    BackgroundJob m_listJob;
    BackgroundJob m_comparisonJob;
    BackgroundJob m_counterJob;
    QTimer m_timer;
};

} // namespace ui
