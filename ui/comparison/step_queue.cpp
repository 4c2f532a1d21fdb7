// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/step_queue.h"

#include <utility>

namespace ui {

StepQueue::StepQueue(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &StepQueue::next);
}

void StepQueue::run(std::vector<Step> steps)
{
    m_steps = std::move(steps);
    m_done = 0;
    m_timer.start();
}

void StepQueue::next()
{
    if (m_done < m_steps.size()) {
        const Step step = std::move(m_steps[m_done++]); // which may call run()
        step();
        return;
    }
    m_timer.stop();
    Q_EMIT finished();
}

} // namespace ui
