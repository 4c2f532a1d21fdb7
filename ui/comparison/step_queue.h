// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace ui {

/// Runs steps in their order, each in a turn of the event loop of its own, so that keys and the
/// pointer are answered between them. For what only the interface thread may do; all else belongs
/// into a `BackgroundJob`.
class StepQueue : public QObject {
    Q_OBJECT

public:
    using Step = std::function<void()>;

    explicit StepQueue(QObject* parent = nullptr);

    /// Between two steps; none at first.
    void setPause(std::chrono::milliseconds pause) { m_timer.setInterval(pause); }

    /// Steps of an earlier call that have not run yet are dropped.
    void run(std::vector<Step> steps);

    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }

Q_SIGNALS:
    /// After the last step.
    void finished();

private:
    void next();

    std::vector<Step> m_steps;
    std::size_t m_done = 0;
    QTimer m_timer;
};

} // namespace ui
