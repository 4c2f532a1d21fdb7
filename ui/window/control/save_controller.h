// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/ids.h"
#include "ui/comparison/background_job.h"
#include "ui/window/control/window_context.h"

#include <QObject>

#include <functional>

namespace profiler {
struct ComparisonData;
} // namespace profiler

namespace ui {

class FileController;
class PresentationController;

/// Writes what is shown: as a report, as the Reports page has it, whether that page was ever open
/// or not; or with its note into a run database, and goes on with the copy when the file that it
/// came from is gone.
class SaveController : public QObject {
    Q_OBJECT

public:
    SaveController(
        const WindowContext& context, FileController& files, PresentationController& presentation);

    void chooseCopy();
    void saveCopy(const QString& file);
    void openReport();
    void saveReport();

private:
    /// On a pool thread; then `written`, or the error in the status line.
    void writeReport(const QString& file, const std::function<void()>& written);
    [[nodiscard]] profiler::ComparisonData dataToCopy() const;
    void goOnWith(const QString& copy, profiler::ComparisonId id);

    WindowContext m_context;
    FileController& m_files;
    PresentationController& m_presentation;
    BackgroundJob m_copyJob;
    BackgroundJob m_reportJob;
};

} // namespace ui
