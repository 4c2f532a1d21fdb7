// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/write_queue.h"

#include <utility>

namespace ui {

WriteQueue::WriteQueue(QObject* parent)
    : QObject(parent)
    , m_job(this)
{
}

WriteQueue::~WriteQueue()
{
    // The pool drops what it has not begun when its job ends.
    if (m_job.isRunning() && m_current && !m_current->begun->exchange(true))
        static_cast<void>(m_current->change());
    for (const Entry& entry : m_waiting)
        static_cast<void>(entry.change()); // nobody is left to be told
}

void WriteQueue::add(Change change, Answer answer)
{
    m_waiting.push_back({std::move(change), std::move(answer)});
    if (!m_job.isRunning())
        startNext();
}

void WriteQueue::startNext()
{
    if (m_waiting.empty())
        return;
    m_current = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_job.startChange(
        [change = m_current->change, begun = m_current->begun]() -> profiler::Result<void> {
            return begun->exchange(true) ? profiler::Result<void>() : change();
        },
        [this, answer = m_current->answer](const profiler::Result<void>& result) {
            answer(result);
            startNext();
        });
}

} // namespace ui
