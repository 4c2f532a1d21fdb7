// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/import_sources.h"
#include "storage/run_database.h"
#include "ui/frame/main_window.h"
#include "ui/frame/status_line.h"
#include "ui/models/import_job.h"

#include <QFileDialog>
#include <QLabel>
#include <QProgressDialog>

/// How the window takes in what other tools recorded.
namespace ui {

namespace {

constexpr int quickImportMs = 500; ///< needs no word of progress

} // namespace

void MainWindow::chooseTraces()
{
    QStringList patterns;
    for (const auto ending : profiler::traceEndings)
        patterns << QLatin1Char('*')
                + QString::fromLatin1(ending.data(), static_cast<qsizetype>(ending.size()));
    const QStringList files = QFileDialog::getOpenFileNames(this, tr("Import traces"), {},
        tr("Traces (%1);;All files (*)").arg(patterns.join(QLatin1Char(' '))));
    if (!files.isEmpty())
        importTraces(files);
}

void MainWindow::importTraces(const QStringList& files)
{
    if (m_import->isRunning()) {
        m_status->note(tr("Other traces are still being read; import these afterwards."));
        return;
    }
    m_status->note(tr("Reading %n trace(s)…", nullptr, static_cast<int>(files.size())));
    auto* progress = new QProgressDialog(tr("Reading traces"), tr("Cancel"), 0, 100, this);
    progress->setWindowTitle(tr("Import"));
    auto* words = new QLabel(tr("Reading traces"));
    words->setTextFormat(Qt::PlainText);
    progress->setLabel(words);
    progress->setMinimumDuration(quickImportMs);
    progress->setAutoReset(false);
    progress->setValue(0);
    connect(progress, &QProgressDialog::canceled, m_import, &ImportJob::cancel);
    connect(m_import, &ImportJob::progressed, progress, [progress](const QString& name, int done) {
        progress->setLabelText(tr("Reading %1").arg(name));
        progress->setValue(done);
    });
    connect(m_import, &ImportJob::finished, progress, &QObject::deleteLater);
    connect(m_import, &ImportJob::failed, progress, &QObject::deleteLater);
    m_import->start(files, storage::libraryPath());
}

void MainWindow::connectImport()
{
    connect(m_import, &ImportJob::finished, this,
        [this](const QString& file, profiler::ComparisonId id) {
            openFile(std::filesystem::path(file.toStdString()), std::to_string(id.value));
            showPage(PageId::Timeline);
            m_status->note(tr("Imported into %1.").arg(file));
        });
    connect(m_import, &ImportJob::failed, this, [this](const QString& sentence) {
        if (sentence.isEmpty())
            m_status->note(tr("The import was cancelled; nothing was stored."));
        else
            showError(sentence);
    });
}

} // namespace ui
