// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "ui/comparison/background_job.h"

#include <QObject>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace ui {

/// Changes of a database, one after the other on a pool thread: none is dropped, and a file that
/// another program keeps locked does not stop the window.
class WriteQueue : public QObject {
    Q_OBJECT

public:
    using Change = std::function<profiler::Result<void>()>;
    using Answer = std::function<void(const profiler::Result<void>&)>;

    explicit WriteQueue(QObject* parent = nullptr);
    ~WriteQueue() override; ///< carries out what still waits
    Q_DISABLE_COPY_MOVE(WriteQueue)

    /// `change` captures values; `answer` gets its result here.
    void add(Change change, Answer answer);

    [[nodiscard]] bool isBusy() const { return m_job.isRunning() || !m_waiting.empty(); }

private:
    struct Entry {
        Change change;
        Answer answer;
        std::shared_ptr<std::atomic<bool>> begun = std::make_shared<std::atomic<bool>>(false);
    };

    void startNext();

    std::deque<Entry> m_waiting;
    std::optional<Entry> m_current; ///< given to the pool, perhaps not begun yet
    BackgroundJob m_job;
};

} // namespace ui
