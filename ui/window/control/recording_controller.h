// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/window/control/window_context.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace profiler {
struct Plan;
} // namespace profiler

namespace ui {

class FileController;
class RecordingJob;
struct RecordingStart;

/// The recording that this window started, and what is said of others.
class RecordingController : public QObject {
    Q_OBJECT

public:
    RecordingController(const WindowContext& context, FileController& files);

    /// In the status line of every page but the one that shows all of it.
    void showProgress();
    /// Of the comparison that is shown: whether it is being recorded, or ended early. Said once:
    /// what was said since is not covered by each new reading.
    void showState();
    /// The recording, else the reading that the status line shows.
    void cancel();
    /// Before the window closes; false: it stays open.
    [[nodiscard]] bool settle();

Q_SIGNALS:
    /// The open file's comparison that somebody else records; empty: none.
    void foundElsewhere(const QString& name, std::optional<double> doneRatio);

private:
    void start(
        const profiler::Plan& plan, const std::filesystem::path& output, const RecordingStart& how);
    void tune(const profiler::Plan& plan, const std::filesystem::path& output);
    void recordMore(int repetitions);
    void recordSizes(const QStringList& sweeps);
    /// Hands over the shown comparison's file and plan, once it is sure that the file still has it.
    void extendShown(const std::function<void(const std::filesystem::path& file,
            std::int64_t comparison, const profiler::Plan& plan)>& extend);
    void openRecorded();
    void showEnd();
    void lookElsewhere();

    WindowContext m_context;
    FileController& m_files;
    RecordingJob& m_job;
    BackgroundJob m_checking;
    QString m_stateSentence; ///< what was last said of the shown comparison
};

} // namespace ui
