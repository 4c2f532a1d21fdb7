// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/retry_queue.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds firstPause = 5s;
constexpr std::chrono::milliseconds longestPause = 60s; ///< a locked file keeps a thread waiting

/// A text that is too long stays too long.
bool canSucceedLater(const profiler::Error& error)
{
    return error.kind != profiler::ErrorKind::BadInput;
}

} // namespace

RetryQueue::RetryQueue(QObject* parent)
    : QObject(parent)
    , m_firstPause(firstPause)
    , m_pause(firstPause)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RetryQueue::tryAgain);
}

RetryQueue::~RetryQueue()
{
    // The pool drops what it has not begun when its job ends.
    if (m_job.isRunning() && m_current && !m_current->refused && !m_current->begun->exchange(true))
        static_cast<void>(m_current->change());
    for (const Entry& entry : m_entries)
        if (!entry.refused)
            static_cast<void>(entry.change()); // nobody is left to be told
}

void RetryQueue::put(const QString& key, Change change, Answer answer)
{
    drop(key);
    m_entries.push_back({.key = key, .change = std::move(change), .answer = std::move(answer)});
    startNext();
}

void RetryQueue::add(Change change, Answer answer)
{
    m_entries.push_back({.change = std::move(change), .answer = std::move(answer), .once = true});
    startNext();
}

bool RetryQueue::isBusy() const
{
    return m_job.isRunning() || !std::ranges::all_of(m_entries, &Entry::refused);
}

void RetryQueue::drop(const QString& key)
{
    std::erase_if(m_entries, [&key](const Entry& entry) { return entry.key == key; });
    if (m_current && m_current->key == key)
        m_superseded = true;
}

void RetryQueue::tryAgain()
{
    for (Entry& entry : m_entries)
        entry.due = true;
    startNext();
}

void RetryQueue::startNext()
{
    if (m_current)
        return;
    const auto due = std::find_if(
        m_entries.begin(), m_entries.end(), [](const Entry& entry) { return entry.due; });
    if (due == m_entries.end())
        return;
    m_current = std::move(*due);
    m_entries.erase(due);
    m_superseded = false;
    m_job.startChange(
        [change = m_current->change, begun = m_current->begun]() -> profiler::Result<void> {
            return begun->exchange(true) ? profiler::Result<void>() : change();
        },
        [this](const profiler::Result<void>& result) { take(result); });
}

void RetryQueue::take(const profiler::Result<void>& result)
{
    Entry entry = *std::exchange(m_current, std::nullopt);
    const bool wasRefused = std::exchange(entry.refused, !result.has_value());
    if (result)
        m_pause = m_firstPause;
    if (!result && !entry.once && canSucceedLater(result.error()) && !m_superseded) {
        entry.due = false;
        entry.begun = std::make_shared<std::atomic<bool>>(false);
        m_entries.push_back(entry);
        waitAndTry();
    }
    if (!m_superseded && (result || !wasRefused))
        entry.answer(result);
    startNext();
}

void RetryQueue::waitAndTry()
{
    if (m_timer.isActive())
        return;
    m_timer.start(m_pause);
    m_pause = std::min(m_pause * 2, std::max(m_firstPause, longestPause));
}

} // namespace ui
