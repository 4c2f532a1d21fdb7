// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "storage/sqlite/statement_guard.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace ui {

/// The threads of background jobs. Not Qt's global pool: Qt paints large areas with that one, and
/// the window would wait for it while jobs wait for a locked file or compute.
[[nodiscard]] QThreadPool& jobThreads();

/// Runs work on a pool thread and hands its value back on this object's thread, by one queued
/// call. A newer start, `drop` or the object's end drops the older answer; what its work still
/// reads from a database then ends soon.
class BackgroundJob : public QObject {
    Q_OBJECT

public:
    explicit BackgroundJob(QObject* parent = nullptr);
    ~BackgroundJob() override;
    Q_DISABLE_COPY_MOVE(BackgroundJob)

    /// `work` takes nothing and returns a value; `receive` gets it here.
    template <typename Work, typename Receive>
    void start(Work work, Receive receive)
    {
        startWork(
            [newest = m_newest, ticket = *m_newest + 1, work = std::move(work)]() mutable {
                const storage::CancelScope dropped([&] { return *newest != ticket; });
                return work();
            },
            std::move(receive));
    }

    /// The same for work that changes a file: once begun, it is carried to its end.
    template <typename Work, typename Receive>
    void startChange(Work work, Receive receive)
    {
        startWork(std::move(work), std::move(receive));
    }

    /// Whether an answer is still awaited.
    [[nodiscard]] bool isRunning() const { return m_running; }

    void drop();

private:
    template <typename Work, typename Receive>
    void startWork(Work work, Receive receive)
    {
        const std::uint64_t ticket = ++*m_newest;
        m_running = true;
        jobThreads().start([this, newest = m_newest, ticket, work = std::move(work),
                               receive = std::move(receive)]() mutable {
            if (*newest != ticket)
                return;
            auto answer = std::make_shared<decltype(work())>(work());
            queueOnGuiThread(
                [this, newest, ticket, answer, receive = std::move(receive)]() mutable {
                    if (*newest != ticket) // then `this` may be gone, too
                        return;
                    m_running = false;
                    receive(std::move(*answer));
                });
        });
    }

    static void queueOnGuiThread(std::function<void()> call);

    std::shared_ptr<std::atomic<std::uint64_t>> m_newest;
    bool m_running = false;
};

} // namespace ui
