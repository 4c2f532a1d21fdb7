// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "ui/comparison/background_job.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace ui {

/// Changes of a database that must not be lost while its file is locked, full, read-only or away:
/// each is tried on a pool thread, and again every now and then until the file takes it. A newer
/// change under the same key takes the place of the older one.
class RetryQueue : public QObject {
    Q_OBJECT

public:
    using Change = std::function<profiler::Result<void>()>;
    using Answer = std::function<void(const profiler::Result<void>&)>;

    explicit RetryQueue(QObject* parent = nullptr);
    ~RetryQueue() override; ///< carries out what was never tried
    Q_DISABLE_COPY_MOVE(RetryQueue)

    /// `change` captures values; `answer` hears here that it was done, and the first time that it
    /// could not be.
    void put(const QString& key, Change change, Answer answer);
    /// Tried once, behind what was put before it.
    void add(Change change, Answer answer);
    /// It is not wanted any more.
    void drop(const QString& key);
    /// Now, instead of after the pause: the file can be written again.
    void tryAgain();

    /// Whether something is being tried or has not been tried yet.
    [[nodiscard]] bool isBusy() const;

    /// For tests.
    void setPause(std::chrono::milliseconds pause) { m_firstPause = pause; }

private:
    struct Entry {
        QString key;
        Change change;
        Answer answer;
        bool once = false; ///< it is not tried again
        bool refused = false; ///< it was tried, and its answer knows
        bool due = true;
        std::shared_ptr<std::atomic<bool>> begun = std::make_shared<std::atomic<bool>>(false);
    };

    void startNext();
    void take(const profiler::Result<void>& result);
    void waitAndTry();

    std::deque<Entry> m_entries;
    std::optional<Entry> m_current; ///< given to the pool
    bool m_superseded = false; ///< the current one has a successor, or is not wanted any more
    std::chrono::milliseconds m_firstPause;
    std::chrono::milliseconds m_pause;
    QTimer m_timer;
    BackgroundJob m_job {this};
};

} // namespace ui
