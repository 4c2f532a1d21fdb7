// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/background_job.h"

#include <QCoreApplication>
#include <QThread>

#include <algorithm>
#include <malloc.h>

namespace ui {

QThreadPool& jobThreads()
{
    static QThreadPool* pool = [] {
        constexpr int least = 3; // a job that waits for a lock keeps its thread
        static QThreadPool threads;
        threads.setMaxThreadCount(std::max(least, QThread::idealThreadCount()));
        // While the application still is there to take the answers.
        qAddPostRoutine([] { jobThreads().waitForDone(); });
        return &threads;
    }();
    return *pool;
}

BackgroundJob::BackgroundJob(QObject* parent)
    : QObject(parent)
    , m_newest(std::make_shared<std::atomic<std::uint64_t>>(0))
{
}

BackgroundJob::~BackgroundJob()
{
    ++*m_newest;
}

void BackgroundJob::drop()
{
    ++*m_newest;
    m_running = false;
}

void BackgroundJob::queueOnGuiThread(std::function<void()> call)
{
    ::malloc_trim(0); // what reading a file took on the way is several times what is kept of it
    // The application outlives every pool thread (its destructor waits for the pool), a job may
    // not.
    QMetaObject::invokeMethod(QCoreApplication::instance(), std::move(call), Qt::QueuedConnection);
}

} // namespace ui
