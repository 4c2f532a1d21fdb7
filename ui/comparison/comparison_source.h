// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "storage/file/run_database.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/comparison_view.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ui {

struct JudgedComparison;

/// Reads and judges; blocking, for pool threads and for `--grab` and `--report`.
[[nodiscard]] profiler::Result<std::shared_ptr<const JudgedComparison>> readComparison(
    const std::filesystem::path& file, const std::string& selector);

/// The open run database: its list of comparisons and the one that is shown. Follows a recording
/// by its change counter; everything is read on pool threads, stale answers are dropped. What was
/// read stays valid when its file is moved, cut off or replaced by another one: then `lost` says
/// so, and `found` when it is there again.
class ComparisonSource : public QObject {
    Q_OBJECT

public:
    using Summaries = std::vector<storage::ComparisonSummary>;

    explicit ComparisonSource(QObject* parent = nullptr);

    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }

    /// Reads the list of `file` and, when `selector` is given, that comparison (empty = newest).
    /// What another program keeps locked is read as soon as it is free.
    void open(const std::filesystem::path& file, const std::optional<std::string>& selector);
    /// Watches over a comparison that was read before, after another file could not be opened.
    void follow(const std::filesystem::path& file, const profiler::ComparisonInfo& shown);
    void show(profiler::ComparisonId id);
    /// Nothing that is being read will arrive; a finished reading stays.
    void cancel();
    /// After a change that this program made: earlier than the next look at the file.
    void refreshList();

    /// For tests: how long a finished file is left alone between two looks.
    void setPause(std::chrono::milliseconds pause) { m_pause = pause; }

Q_SIGNALS:
    void listed(const std::vector<storage::ComparisonSummary>& summaries);
    void loading();
    void loaded(std::shared_ptr<const JudgedComparison> comparison);
    /// Of what was asked for.
    void failed(const QString& sentence);
    /// Of what is shown: the file does not hold it any more, for this reason.
    void lost(const QString& reason);
    void found();

private:
    /// Which bytes a name stands for.
    struct FileStamp {
        std::uint64_t device = 0;
        std::uint64_t node = 0;
        std::int64_t bytes = 0;
        std::int64_t changedNs = 0;

        bool operator==(const FileStamp&) const = default;
    };

    struct Look {
        std::optional<FileStamp> stamp;
        std::int64_t counter = 0;

        bool operator==(const Look&) const = default;
    };

    struct Answer {
        std::optional<Look> look;
        profiler::Result<std::shared_ptr<const JudgedComparison>> comparison;
    };

    enum class Reading { Asked, Followed };
    enum class Link { Holds, Unreadable, Replaced };

    [[nodiscard]] static std::optional<FileStamp> stampOf(const std::filesystem::path& file);
    [[nodiscard]] static profiler::Result<Look> lookAt(const std::filesystem::path& file);
    void takeComparison(const Answer& answer, Reading reading);
    void takeFailure(const Answer& answer, Reading reading);
    void readList(Reading reading);
    void readShown(Reading reading);
    void poll();
    void takeLook(const profiler::Result<Look>& look);
    void lose(Link link, const QString& reason);

    std::filesystem::path m_file;
    std::optional<std::string> m_selector;
    std::optional<profiler::ComparisonInfo> m_shown; ///< what was read and is followed
    std::optional<Look> m_look;
    Link m_link = Link::Holds;
    bool m_unsure = false; ///< whether the file holds m_shown still
    bool m_waitsForLock = false; ///< what was asked for could not be read yet
    int m_silentPolls = 0; ///< in a row
    std::chrono::milliseconds m_pause;
    BackgroundJob m_listJob;
    BackgroundJob m_comparisonJob;
    BackgroundJob m_lookJob;
    QTimer m_timer;
};

} // namespace ui
