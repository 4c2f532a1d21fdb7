// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/import_job.h"
#include "ui/window/control/window_context.h"

#include <QObject>
#include <QStringList>

class QProgressDialog;

namespace ui {

class FileController;

/// How far an import is, with Cancel; goes away with its end. `words` stand until the first file is
/// being read.
QProgressDialog* showImport(ImportJob& job, const QString& words, QWidget* parent);

/// Takes in what other tools recorded, and what is dropped onto the window.
class ImportController : public QObject {
    Q_OBJECT

public:
    ImportController(const WindowContext& context, FileController& files);

    void chooseTraces(ImportAs what = ImportAs::Variants);
    void importTraces(const QStringList& files, ImportAs what = ImportAs::Variants);

private:
    void openImported(const QString& file, profiler::ComparisonId id);
    void showFailure(const QString& sentence);

    WindowContext m_context;
    FileController& m_files;
    ImportJob m_job;
};

} // namespace ui
