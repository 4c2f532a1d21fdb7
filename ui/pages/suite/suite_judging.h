// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/model/result.h"
#include "ui/comparison/background_job.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace storage {
class JudgingOrder;
}

namespace ui {

/// Lists the recordings of a suite and judges them on pool threads, those that are looked at first.
/// What was judged stays so when the list is read again, as long as its recording did not change.
class SuiteJudging : public QObject {
    Q_OBJECT

public:
    explicit SuiteJudging(QObject* parent = nullptr);
    ~SuiteJudging() override;
    Q_DISABLE_COPY_MOVE(SuiteJudging)

    /// `suite` empty: that of the newest recording that has one.
    void start(const QString& file, const std::string& suite);
    /// What is judged stays; `goOn` judges the rest.
    void stop();
    void goOn();
    /// Nothing of it is wanted any more.
    void clear();

    /// Those recordings come next.
    void prefer(const std::vector<profiler::ComparisonId>& ids);

    [[nodiscard]] bool isRunning() const { return m_listing.isRunning() || m_judging.isRunning(); }

    /// It was stopped before the end.
    [[nodiscard]] bool isStopped() const { return m_stopped; }

Q_SIGNALS:
    /// At once from the list, then again and again with more rows judged, and at the end.
    void changed(std::shared_ptr<const profiler::SuiteResult> suite);
    void failed(const QString& sentence);

private:
    struct Shared;
    using Suite = std::shared_ptr<const profiler::SuiteResult>;

    struct Listed {
        std::shared_ptr<Shared> shared;
        Suite suite; ///< so far
    };

    void take(const profiler::Result<Listed>& listed);
    void judge();
    void sumUp();

    QString m_file;
    std::string m_name; ///< of the suite, as it was asked for
    std::shared_ptr<Shared> m_shared; ///< with the threads that judge; null: nothing is listed
    std::shared_ptr<storage::JudgingOrder> m_order; ///< of the judging that runs
    std::shared_ptr<std::atomic<bool>> m_wanted; ///< what it judges; for its threads
    bool m_stopped = false;
    bool m_unlisted = false; ///< it was stopped before the list was there
    std::size_t m_summed = 0; ///< recordings that the last sum knew
    int m_pause = 0; ///< ticks until the next sum: one that takes long comes seldom
    QTimer m_tick;
    BackgroundJob m_listing {this};
    BackgroundJob m_judging {this};
    BackgroundJob m_summing {this};
};

} // namespace ui
