// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts.h"
#include "ui/models/background_job.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <filesystem>
#include <memory>

namespace ui {

/// Reads what other tools recorded on a pool thread and stores it as one comparison.
class ImportJob : public QObject {
    Q_OBJECT

public:
    explicit ImportJob(QObject* parent = nullptr);
    ~ImportJob() override;
    ImportJob(const ImportJob&) = delete;
    ImportJob& operator=(const ImportJob&) = delete;
    ImportJob(ImportJob&&) = delete;
    ImportJob& operator=(ImportJob&&) = delete;

    /// Each file becomes a variant, the first the baseline; into the run database `into`.
    void start(const QStringList& files, const std::filesystem::path& into);
    /// Nothing is stored then, unless all was read already.
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

Q_SIGNALS:
    /// Of one file, 0 to 100.
    void progressed(const QString& fileName, int percent);
    void finished(const QString& file, profiler::ComparisonId id);
    /// A sentence; empty: it was cancelled.
    void failed(const QString& sentence);

private:
    struct Shared;

    void tellProgress();

    BackgroundJob m_job;
    QTimer m_look;
    std::shared_ptr<Shared> m_shared;
};

} // namespace ui
