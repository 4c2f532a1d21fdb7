// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/import_job.h"

#include "profiler/imports/import_sources.h"
#include "profiler/report/provenance.h"
#include "storage/run_database.h"
#include "ui/models/text.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace ui {

namespace {

namespace fs = std::filesystem;
using profiler::ComparisonId;
using profiler::ErrorKind;
using profiler::Result;

constexpr int lookMs = 100;

} // namespace

/// What the reading thread tells and is told.
struct ImportJob::Shared {
    std::atomic<bool> cancelled = false;
    std::mutex mutex;
    std::string fileName;
    int percent = 0;

    bool tell(const profiler::ImportProgress& progress)
    {
        constexpr std::int64_t percents = 100;
        const std::scoped_lock lock(mutex);
        fileName = progress.path.filename().string();
        percent = progress.bytesInAll == 0
            ? 0
            : static_cast<int>(percents * progress.bytesRead / progress.bytesInAll);
        return !cancelled;
    }
};

ImportJob::ImportJob(QObject* parent)
    : QObject(parent)
    , m_job(this)
{
    m_look.setInterval(lookMs);
    connect(&m_look, &QTimer::timeout, this, &ImportJob::tellProgress);
}

ImportJob::~ImportJob()
{
    cancel();
}

void ImportJob::start(const QStringList& files, const fs::path& into)
{
    cancel();
    auto shared = std::make_shared<Shared>();
    m_shared = shared;
    std::vector<fs::path> paths;
    for (const auto& file : files)
        paths.emplace_back(file.toStdString());
    const auto import = [shared, paths, into]() -> Result<ComparisonId> {
        const auto sources = profiler::importSources({}, paths);
        if (!sources)
            return tl::unexpected(sources.error());
        auto imported = profiler::readImports(*sources,
            [&](const profiler::ImportProgress& progress) { return shared->tell(progress); });
        if (!imported)
            return tl::unexpected(imported.error());
        if (shared->cancelled)
            return profiler::failure(ErrorKind::Interrupted, "the import was cancelled");
        imported->data.info.toolVersion = profiler::programVersion();
        return storage::storeCopy(into, imported->data, {}, imported->rowsOf());
    };
    m_look.start();
    m_job.start(import, [this, into](const Result<ComparisonId>& answer) {
        m_look.stop();
        m_shared.reset();
        if (answer)
            Q_EMIT finished(QString::fromStdString(into.string()), *answer);
        else if (answer.error().kind == ErrorKind::Interrupted)
            Q_EMIT failed({});
        else
            Q_EMIT failed(qt(answer.error().message));
    });
}

void ImportJob::cancel()
{
    m_look.stop();
    if (m_shared != nullptr)
        m_shared->cancelled = true;
}

void ImportJob::tellProgress()
{
    if (m_shared == nullptr)
        return;
    const std::scoped_lock lock(m_shared->mutex);
    if (!m_shared->fileName.empty())
        Q_EMIT progressed(QString::fromStdString(m_shared->fileName), m_shared->percent);
}

} // namespace ui
