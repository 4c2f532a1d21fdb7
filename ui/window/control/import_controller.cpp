// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/import_controller.h"

#include "storage/file/run_database.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/file_controller.h"
#include "ui/window/control/file_drop.h"
#include "ui/window/workspace/workspace.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QProgressDialog>

namespace ui {

namespace {

constexpr int quickImportMs = 500; ///< needs no word of progress

} // namespace

QProgressDialog* showImport(ImportJob& job, const QString& words, QWidget* parent)
{
    constexpr int leastWidth = 380; // for names of files
    auto* dialog = new QProgressDialog({}, ImportController::tr("Cancel"), 0, 100, parent);
    dialog->setWindowTitle(ImportController::tr("Import"));
    dialog->setMinimumWidth(leastWidth);
    dialog->setAutoReset(false);
    dialog->setAutoClose(false); // what is read is not stored yet
    dialog->setMinimumDuration(quickImportMs);
    auto* label = new QLabel(words);
    label->setTextFormat(Qt::PlainText); // names of files are no rich text
    dialog->setLabel(label);
    QObject::connect(dialog, &QProgressDialog::canceled, &job, &ImportJob::cancel);
    QObject::connect(
        &job, &ImportJob::reading, dialog, [dialog, label](const QString& fileName, int percent) {
            label->setText(ImportController::tr("Reading %1").arg(fileName));
            dialog->setValue(percent);
        });
    QObject::connect(&job, &ImportJob::storing, dialog, [dialog, label] {
        label->setText(ImportController::tr("Storing what was read"));
        dialog->setRange(0, 0); // how long that takes is not known
    });
    QObject::connect(&job, &ImportJob::finished, dialog, &QObject::deleteLater);
    QObject::connect(&job, &ImportJob::failed, dialog, &QObject::deleteLater);
    return dialog;
}

ImportController::ImportController(const WindowContext& context, FileController& files)
    : m_context(context)
    , m_files(files)
{
    connect(&m_job, &ImportJob::finished, this, &ImportController::openImported);
    connect(&m_job, &ImportJob::failed, this, &ImportController::showFailure);
    auto* drop = new FileDrop(&context.window);
    connect(drop, &FileDrop::fileDropped, &files, &FileController::openNewest);
    connect(drop, &FileDrop::tracesDropped, this,
        [this](const QStringList& dropped) { importTraces(dropped); });
}

void ImportController::chooseTraces(ImportAs what)
{
    const QString patterns = QLatin1Char('*') + traceEndings().join(QStringLiteral(" *"));
    const QString title
        = what == ImportAs::Ranks ? tr("Import the ranks of one job") : tr("Import traces");
    const QStringList files = QFileDialog::getOpenFileNames(
        &m_context.window, title, {}, tr("Traces (%1);;All files (*)").arg(patterns));
    if (!files.isEmpty())
        importTraces(files, what);
}

void ImportController::importTraces(const QStringList& files, ImportAs what)
{
    StatusLine& status = m_context.status;
    if (m_job.isRunning()) {
        status.note(tr("Other traces are still being read; import these afterwards."));
        return;
    }
    const QString named = files.size() == 1 ? QFileInfo(files.front()).fileName()
                                            : tr("%1 traces").arg(files.size());
    status.note(tr("Reading %1…").arg(named));
    showImport(m_job, tr("Reading %1").arg(named), &m_context.window);
    m_job.start(files, QString::fromStdString(storage::libraryPath().string()), what);
}

void ImportController::openImported(const QString& file, profiler::ComparisonId id)
{
    m_files.openFile(std::filesystem::path(file.toStdString()), std::to_string(id.value));
    m_context.workspace.showPage(PageId::Timeline);
    m_context.status.note(tr("Imported into %1.").arg(file));
}

void ImportController::showFailure(const QString& sentence)
{
    if (sentence.isEmpty())
        m_context.status.note(tr("The import was cancelled; nothing was stored."));
    else
        m_files.showError(sentence);
}

} // namespace ui
