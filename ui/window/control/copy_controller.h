// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/comparison_data.h"
#include "ui/comparison/background_job.h"
#include "ui/window/control/window_context.h"

#include <QObject>

namespace ui {

class FileController;
class PresentationController;

/// Writes what is shown, with its note, into a run database; goes on with the copy when the file
/// that it came from is gone.
class CopyController : public QObject {
    Q_OBJECT

public:
    CopyController(
        const WindowContext& context, FileController& files, PresentationController& presentation);

    void chooseCopy();
    void saveCopy(const QString& file);

private:
    [[nodiscard]] profiler::ComparisonData dataToCopy() const;
    void goOnWith(const QString& copy, profiler::ComparisonId id);

    WindowContext m_context;
    FileController& m_files;
    PresentationController& m_presentation;
    BackgroundJob m_job;
};

} // namespace ui
