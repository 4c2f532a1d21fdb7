// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/evidence/lanes/recording_grid.h"
#include "profiler/model/number_text.h"
#include "storage/file/run_database.h"
#include "ui/pages/live/live_page.h"
#include "ui/pages/live/live_state.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/text/text.h"
#include "ui/window/bars/side_bar.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"

#include <QAbstractButton>
#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

/// What the window does with a recording that it started.
namespace ui {

namespace {

/// "60 % done, about 33 min left · default: graph 3".
QString recordingText(const RecordingJob& job)
{
    constexpr int longest = 60;
    QString words = QObject::tr("%1 % done").arg(std::lround(job.doneRatio() * 100));
    if (const auto left = job.leftNs())
        words += QObject::tr(", about %1 left").arg(qt(profiler::formatRoughly(*left)));
    const WorkingNow& now = job.now();
    const QString doing = now.variant.isEmpty() ? now.text : now.variant + u": "_qs + now.text;
    return now.text.isEmpty() ? words : words + u" · "_qs + doing.left(longest);
}

} // namespace

void MainWindow::connectRecording()
{
    m_sideBar->setJob(&m_job);
    // The row exists from here on: the window shows what is being recorded, on every page.
    connect(&m_job, &RecordingJob::opened, this, [this] {
        const std::int64_t id = m_job.comparison();
        openFile(m_job.file(), id > 0 ? std::to_string(id) : std::string());
    });
    connect(&m_job, &RecordingJob::changed, this, &MainWindow::showRecording);
    connect(&m_job, &RecordingJob::ended, this, &MainWindow::endRecording);
}

void MainWindow::connectRecordingPage(PageId id, Page* page)
{
    if (id == PageId::Live)
        static_cast<LivePage*>(page)->setJob(&m_job);
    if (id != PageId::NewComparison)
        return;
    auto* draft = static_cast<NewComparisonPage*>(page);
    if (m_settings != nullptr)
        draft->setDraftFile(QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))
                                .filePath(QStringLiteral("draft.json")));
    connect(draft, &NewComparisonPage::recordingRequested, this, &MainWindow::startRecording);
    connect(&m_job, &RecordingJob::changed, draft,
        [this, draft] { draft->setRecording(m_job.isRunning()); });
    draft->setRecording(m_job.isRunning());
}

void MainWindow::startRecording(const profiler::Plan& plan, const std::filesystem::path& output)
{
    m_job.start(plan, output);
    showPage(PageId::Live);
}

/// The command names the comparison by its number: it must still be the one that is shown.
void MainWindow::recordMore(int repetitions)
{
    if (m_view.comparison == nullptr || m_job.isRunning())
        return;
    m_checking.start(
        [file = std::filesystem::path(m_view.file.toStdString()),
            info = m_view.comparison->result.info]() -> profiler::Result<void> {
            std::error_code ignored;
            if (!std::filesystem::exists(file, ignored))
                return {}; // the recorder refuses by itself, and nothing can be hurt
            return storage::checkHolds(file, info.id, info.started);
        },
        [this, repetitions](const profiler::Result<void>& holds) {
            if (holds)
                startExtending(repetitions);
            else
                showError(tr("Nothing more was recorded: %1.")
                              .arg(withoutDot(qt(holds.error().message))));
        });
}

void MainWindow::startExtending(int repetitions)
{
    const auto& result = m_view.comparison->result;
    if (!m_job.isRunning())
        m_job.extend(std::filesystem::absolute(m_view.file.toStdString()), result.info.id.value,
            repetitions, result.plan);
}

/// In the status line of every page but the one that shows all of it.
void MainWindow::showRecording()
{
    if (!m_job.isRunning())
        return;
    if (m_pages->currentId() == PageId::Live)
        m_status->endJob();
    else if (m_job.doneRatio() == 0)
        m_status->showJob(tr("Recording starts…"), std::nullopt, true);
    else if (m_job.state() == JobState::Stopping || m_job.state() == JobState::Killing)
        m_status->showJob(tr("Storing what has finished…"), std::nullopt, false);
    else
        m_status->showJob(recordingText(m_job), m_job.doneRatio(), true);
}

void MainWindow::endRecording()
{
    m_status->endJob();
    if (m_job.end() == JobEnd::Done)
        m_status->note(tr("The recording has ended; the verdict counts all of it."));
    else if (m_job.end() == JobEnd::Stopped)
        m_status->note(tr("Cancelled. What had finished is kept."));
    else if (m_pages->currentId() != PageId::Live) // which says it in full
        showError(tr("The recording ended early: %1. What had finished is valid and shown.")
                      .arg(withoutDot(m_job.refusal())));
}

void MainWindow::cancelJob()
{
    if (m_job.isRunning())
        m_job.stop();
    else
        cancelLoading();
}

/// A recording that a terminal started shows in the side bar, too.
void MainWindow::noteRecordings()
{
    const auto running = std::find_if(m_runs.begin(), m_runs.end(), [](const auto& summary) {
        return summary.info.status == profiler::ComparisonStatus::Running;
    });
    const bool elsewhere = running != m_runs.end() && !m_job.isRunning();
    // How far it is stands in its rows, which are read of the comparison that is open.
    std::optional<double> ratio;
    if (elsewhere && m_view.comparison != nullptr
        && m_view.comparison->result.info.id == running->info.id)
        ratio = profiler::recordingGrid(m_view.comparison->data, utcNow()).doneRatio;
    m_sideBar->setRecordingElsewhere(elsewhere ? qt(running->info.name) : QString(), ratio);
}

bool MainWindow::settleRecording()
{
    if (!m_job.isRunning())
        return true;
    QMessageBox question(QMessageBox::Question, tr("A recording runs"),
        tr("A recording runs. It can go on without this window; Live progress follows it when the "
           "window is opened again."),
        QMessageBox::NoButton, this);
    auto* goOn = question.addButton(tr("Go on in the background"), QMessageBox::AcceptRole);
    auto* stop = question.addButton(tr("Stop after this block"), QMessageBox::DestructiveRole);
    question.addButton(tr("Keep the window open"), QMessageBox::RejectRole);
    question.setDefaultButton(goOn);
    question.exec();
    if (question.clickedButton() == goOn)
        m_job.leave();
    else if (question.clickedButton() == stop)
        m_job.stop(); // its end is not waited for
    else
        return false;
    if (m_job.isRunning())
        m_job.leave();
    return true;
}

} // namespace ui
