// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/save_controller.h"

#include "profiler/evidence/lanes/presentation.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "storage/file/run_database.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/file_controller.h"
#include "ui/window/control/presentation_controller.h"
#include "ui/window/control/shown_view.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

namespace ui {

namespace {

struct CopyAnswer {
    profiler::Result<profiler::ComparisonId> id;
    bool withLog = true;
};

/// As the file has it, with texts that pages cut; of a file that is lost, what is shown.
profiler::ComparisonData wholeOf(
    const std::filesystem::path& from, const profiler::ComparisonData& shown)
{
    auto whole = storage::loadComparison(from, std::to_string(shown.info.id.value));
    if (!whole || whole->info.started != shown.info.started)
        return shown;
    whole->plan.goal = shown.plan.goal;
    whole->note = shown.note;
    return std::move(*whole);
}

/// The lines of the workers are read only where they are shown; of a lost file there are none.
CopyAnswer copied(const std::filesystem::path& from, const std::filesystem::path& to,
    const profiler::ComparisonData& shown)
{
    const auto data = wholeOf(from, shown);
    bool withLog = true;
    const auto log = [&](const profiler::TakeLogLine& take) -> profiler::Result<void> {
        withLog = storage::readLog(from, data.info.id, take, data.info.started).has_value();
        return {};
    };
    const auto rowsOf = [&](profiler::TraceIndex trace) {
        return storage::loadTraceRows(from, data.info.id, trace, data.info.started);
    };
    const auto countersOf = [&](profiler::MonitorIndex monitor) {
        return storage::loadMonitorRows(from, data.info.id, monitor, data.info.started);
    };
    auto id = storage::storeCopy(to, data, log, rowsOf, countersOf);
    return {.id = std::move(id), .withLog = withLog};
}

} // namespace

SaveController::SaveController(
    const WindowContext& context, FileController& files, PresentationController& presentation)
    : m_context(context)
    , m_files(files)
    , m_presentation(presentation)
{
}

void SaveController::chooseCopy()
{
    if (m_context.shown.comparison() == nullptr)
        return;
    const QFileInfo shown(m_context.shown.view().file);
    const QString proposed
        = shown.dir().filePath(shown.completeBaseName() + QStringLiteral("-copy.fscope"));
    // A file that is there gets one comparison more: nothing is replaced.
    const QString file
        = QFileDialog::getSaveFileName(&m_context.window, tr("Save a copy of this comparison"),
            proposed, tr("Run databases (*.fscope)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (!file.isEmpty())
        saveCopy(file);
}

/// As recorded, with the goal and the note that hold here.
profiler::ComparisonData SaveController::dataToCopy() const
{
    const ComparisonView& view = m_context.shown.view();
    const profiler::ComparisonData& shown = view.comparison->data;
    auto copy = profiler::presented(shown, {.goal = shown.plan.goal});
    const auto note = m_context.services.notes()->unsaved(
        {.file = view.file, .id = copy.info.id, .started = copy.info.started});
    if (note)
        copy.note = note->text.toStdString();
    return copy;
}

/// What waited for the lost file is in the copy.
void SaveController::goOnWith(const QString& copy, profiler::ComparisonId id)
{
    const ComparisonView& view = m_context.shown.view();
    const profiler::ComparisonInfo& info = view.comparison->result.info;
    m_context.services.notes()->drop({.file = view.file, .id = info.id, .started = info.started});
    m_presentation.dropUnsavedGoal();
    m_files.openFile(std::filesystem::path(copy.toStdString()), std::to_string(id.value));
}

void SaveController::saveCopy(const QString& file)
{
    const ComparisonView& view = m_context.shown.view();
    if (view.comparison == nullptr)
        return;
    m_context.status.note(tr("Writing %1…").arg(file));
    m_copyJob.startChange([from = std::filesystem::path(view.file.toStdString()),
                              to = std::filesystem::path(file.toStdString()),
                              wanted = dataToCopy()] { return copied(from, to, wanted); },
        [this, file](const CopyAnswer& answer) {
            if (!answer.id) {
                m_files.showError(tr("No copy was saved: %1. Choose another place.")
                                      .arg(withoutDot(qt(answer.id.error().message))));
                return;
            }
            if (m_files.isStale())
                goOnWith(file, *answer.id);
            m_context.status.note(answer.withLog
                    ? tr("Saved a copy in %1.").arg(file)
                    : tr("Saved a copy in %1, without the workers' log: the file that had it "
                         "cannot be read.")
                          .arg(file));
        });
}

void SaveController::writeReport(const QString& file, const std::function<void()>& written)
{
    const ComparisonView& view = m_context.shown.view();
    ReportWish wish = m_context.services.reports().load(view.comparison->result.info);
    wish.options.file = view.file.toStdString();
    m_context.status.note(tr("Writing %1…").arg(file));
    m_reportJob.start([comparison = view.comparison, wish,
                          file] { return ui::saveReport(*comparison, wish, file); },
        [this, written](const profiler::Result<void>& result) {
            if (result)
                written();
            else
                m_files.showError(QString::fromStdString(result.error().message));
        });
}

void SaveController::openReport()
{
    const auto* shown = m_context.shown.comparison();
    if (shown == nullptr)
        return;
    const QString file = QDir::temp().filePath(
        QStringLiteral("fusescope-report-%1.html").arg(shown->result.info.id.value));
    writeReport(file, [this, file] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(file));
        m_context.status.note(tr("Opened the report %1").arg(file));
    });
}

void SaveController::saveReport()
{
    if (m_context.shown.comparison() == nullptr)
        return;
    const QString file = QFileDialog::getSaveFileName(&m_context.window, tr("Save report"),
        QStringLiteral("report.pdf"),
        tr("PDF (*.pdf);;HTML (*.html);;Markdown (*.md);;Slide (*.png *.svg)"));
    if (!file.isEmpty())
        writeReport(
            file, [this, file] { m_context.status.note(tr("Saved the report as %1").arg(file)); });
}

} // namespace ui
