// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "storage/file/run_database.h"
#include "ui/comparison/background_job.h"

#include <QObject>
#include <QString>

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace profiler {
struct ComparisonResult;
} // namespace profiler

namespace ui {

/// What the list of runs says of a judged comparison.
struct BestEntry {
    QString text; ///< "1.63× reduce-overhead", "keep eager"
    std::optional<double> ratio; ///< to sort by
    QString sentence; ///< tooltip; of a comparison that cannot be read the reason
    std::map<QString, double> mediansNs; ///< of a call: "reduce-overhead in b32"
    QString medianOf; ///< the one that stands for the recording; empty: no call was timed

    [[nodiscard]] std::optional<double> medianNs() const;
};

[[nodiscard]] BestEntry bestEntry(const profiler::ComparisonResult& result);

/// Verdicts are never stored, so each comparison of a list is read and judged once, one after the
/// other on a pool thread.
class BestRatios : public QObject {
    Q_OBJECT

public:
    explicit BestRatios(QObject* parent = nullptr);

    /// Reads those that are not known yet, in the order given. One that is being recorded waits
    /// until it ends.
    void request(const std::filesystem::path& file,
        const std::vector<storage::ComparisonSummary>& summaries);

    [[nodiscard]] const BestEntry* find(profiler::ComparisonId id) const;

    [[nodiscard]] bool isBusy() const { return m_job.isRunning() || !m_waiting.empty(); }

Q_SIGNALS:
    void found(profiler::ComparisonId id);

private:
    struct Known {
        std::optional<profiler::UtcTime> ended;
        BestEntry entry;
    };

    struct Wanted {
        profiler::ComparisonId id;
        std::optional<profiler::UtcTime> ended;
    };

    void startNext();

    std::filesystem::path m_file;
    std::map<profiler::ComparisonId, Known> m_known;
    std::deque<Wanted> m_waiting;
    profiler::ComparisonId m_current; ///< being judged, while the job runs
    BackgroundJob m_job {this};
};

} // namespace ui
