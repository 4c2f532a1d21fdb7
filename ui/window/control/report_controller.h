// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/window/control/window_context.h"

#include <QObject>
#include <QString>

#include <functional>

namespace ui {

class FileController;

/// Writes the report of what is shown, as the Reports page has it, whether that page was ever open
/// or not.
class ReportController : public QObject {
    Q_OBJECT

public:
    ReportController(const WindowContext& context, FileController& files);

    void openReport();
    void saveReport();

private:
    /// On a pool thread; then `written`, or the error in the status line.
    void write(const QString& file, const std::function<void()>& written);

    WindowContext m_context;
    FileController& m_files;
    BackgroundJob m_job;
};

} // namespace ui
