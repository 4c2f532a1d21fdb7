// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/evidence/lanes/presentation.h"
#include "storage/file/run_database.h"
#include "ui/text/text.h"
#include "ui/window/bars/stale_banner.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

/// What the window does when the file under it is moved, cut off or replaced: what was read stays,
/// and can be written into a file of its own.
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

void MainWindow::tellStale(const QString& reason)
{
    m_staleReason = reason;
    m_stale->tell(tr("%1. What is shown was read at %2 and stays valid; notes and the goal wait "
                     "until it can be stored there again, or save a copy.")
                      .arg(capitalized(reason), m_readAt.toString(QStringLiteral("HH:mm"))));
    describeDatabase();
}

void MainWindow::endStale()
{
    if (m_staleReason.isEmpty())
        return;
    m_staleReason.clear();
    m_stale->tell({});
    m_notes->tryAgain();
    m_goalChanges.tryAgain();
}

/// What the file holds now, also when that is something else.
void MainWindow::readAgain()
{
    if (m_fileName.isEmpty())
        return;
    const bool replaced = !m_staleReason.isEmpty();
    const auto id = m_view.comparison == nullptr || replaced
        ? std::string()
        : std::to_string(m_view.comparison->result.info.id.value);
    openFile(std::filesystem::path(m_fileName.toStdString()), id);
    m_status->note(tr("Reading %1 again…").arg(m_fileName));
}

void MainWindow::chooseCopy()
{
    if (m_view.comparison == nullptr)
        return;
    const QFileInfo shown(m_view.file);
    const QString proposed
        = shown.dir().filePath(shown.completeBaseName() + QStringLiteral("-copy.fscope"));
    // A file that is there gets one comparison more: nothing is replaced.
    const QString file = QFileDialog::getSaveFileName(this, tr("Save a copy of this comparison"),
        proposed, tr("Run databases (*.fscope)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (!file.isEmpty())
        saveCopy(file);
}

profiler::ComparisonData MainWindow::dataToCopy() const
{
    const profiler::ComparisonData& shown = m_view.comparison->data;
    auto copy = profiler::presented(shown, {.goal = shown.plan.goal});
    const auto note
        = m_notes->unsaved({.file = m_view.file, .id = copy.info.id, .started = copy.info.started});
    if (note)
        copy.note = note->text.toStdString();
    return copy;
}

/// What waited for the lost file is in the copy.
void MainWindow::goOnWith(const QString& copy, profiler::ComparisonId id)
{
    const profiler::ComparisonInfo& info = m_view.comparison->result.info;
    m_notes->drop({.file = m_view.file, .id = info.id, .started = info.started});
    dropUnsavedGoal();
    openFile(std::filesystem::path(copy.toStdString()), std::to_string(id.value));
}

void MainWindow::saveCopy(const QString& file)
{
    if (m_view.comparison == nullptr)
        return;
    m_status->note(tr("Writing %1…").arg(file));
    m_copying.startChange([from = std::filesystem::path(m_view.file.toStdString()),
                              to = std::filesystem::path(file.toStdString()),
                              wanted = dataToCopy()] { return copied(from, to, wanted); },
        [this, file](const CopyAnswer& answer) {
            if (!answer.id) {
                showError(tr("No copy was saved: %1. Choose another place.")
                              .arg(withoutDot(qt(answer.id.error().message))));
                return;
            }
            if (!m_staleReason.isEmpty())
                goOnWith(file, *answer.id);
            m_status->note(answer.withLog
                    ? tr("Saved a copy in %1.").arg(file)
                    : tr("Saved a copy in %1, without the workers' log: the file that had it "
                         "cannot be read.")
                          .arg(file));
        });
}

} // namespace ui
