// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/recording_controller.h"

#include "profiler/evidence/lanes/recording_grid.h"
#include "profiler/model/number_text.h"
#include "storage/file/run_database.h"
#include "ui/pages/live/live_state.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/file_controller.h"
#include "ui/window/control/shown_view.h"
#include "ui/window/workspace/workspace.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

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

RecordingController::RecordingController(const WindowContext& context, FileController& files)
    : m_context(context)
    , m_files(files)
    , m_job(context.services.recording())
{
    connect(&m_job, &RecordingJob::opened, this, &RecordingController::openRecorded);
    connect(&m_job, &RecordingJob::changed, this, &RecordingController::showProgress);
    connect(&m_job, &RecordingJob::ended, this, &RecordingController::showEnd);
    connect(&files, &FileController::loadingEnded, this, &RecordingController::showProgress);
    connect(&files, &FileController::runsListed, this, &RecordingController::lookElsewhere);
    const PageServices& services = context.services;
    connect(&services, &PageServices::recordingRequested, this,
        [this](const profiler::Plan& plan, const std::filesystem::path& output) {
            start(plan, output, {});
        });
    connect(&services, &PageServices::startRequested, this, &RecordingController::start);
    connect(&services, &PageServices::tuningRequested, this, &RecordingController::tune);
    connect(&services, &PageServices::recordMoreRequested, this, &RecordingController::recordMore);
    connect(&services, &PageServices::sizesRequested, this, &RecordingController::recordSizes);
    connect(&context.status, &StatusLine::cancelRequested, this, &RecordingController::cancel);
}

void RecordingController::start(
    const profiler::Plan& plan, const std::filesystem::path& output, const RecordingStart& how)
{
    m_job.start(plan, output, how);
    m_context.workspace.showPage(PageId::Live);
}

void RecordingController::tune(const profiler::Plan& plan, const std::filesystem::path& output)
{
    m_job.tune(plan, output);
    m_context.workspace.showPage(PageId::Live);
}

/// The row exists from here on: the window shows what is being recorded, on every page.
void RecordingController::openRecorded()
{
    const std::int64_t id = m_job.comparison();
    m_files.openFile(m_job.file(), id > 0 ? std::to_string(id) : std::string());
}

void RecordingController::recordMore(int repetitions)
{
    extendShown([this, repetitions](const auto& file, std::int64_t comparison, const auto& plan) {
        m_job.extend(file, comparison, repetitions, plan);
    });
}

void RecordingController::recordSizes(const QStringList& sweeps)
{
    extendShown([this, sweeps](const auto& file, std::int64_t comparison, const auto& plan) {
        m_job.addSizes(file, comparison, sweeps, plan);
    });
}

/// The command names the comparison by its number: it must still be the one that is shown.
void RecordingController::extendShown(const std::function<void(const std::filesystem::path& file,
        std::int64_t comparison, const profiler::Plan& plan)>& extend)
{
    const ComparisonView& view = m_context.shown.view();
    if (view.comparison == nullptr || m_job.isRunning())
        return;
    m_checking.start(
        [file = std::filesystem::path(view.file.toStdString()),
            info = view.comparison->result.info]() -> profiler::Result<void> {
            std::error_code ignored;
            if (!std::filesystem::exists(file, ignored))
                return {}; // the recorder refuses by itself, and nothing can be hurt
            return storage::checkHolds(file, info.id, info.started);
        },
        [this, extend](const profiler::Result<void>& holds) {
            const ComparisonView& shown = m_context.shown.view();
            if (!holds)
                m_files.showError(tr("Nothing more was recorded: %1.")
                                      .arg(withoutDot(qt(holds.error().message))));
            else if (!m_job.isRunning())
                extend(std::filesystem::absolute(shown.file.toStdString()),
                    shown.comparison->result.info.id.value, shown.comparison->result.plan);
        });
}

void RecordingController::showProgress()
{
    StatusLine& status = m_context.status;
    if (!m_job.isRunning())
        return;
    if (m_context.workspace.currentId() == PageId::Live)
        status.endJob();
    else if (m_job.doneRatio() == 0)
        status.showJob(tr("Recording starts…"), std::nullopt, true);
    else if (m_job.state() == JobState::Stopping || m_job.state() == JobState::Killing)
        status.showJob(tr("Storing what has finished…"), std::nullopt, false);
    else
        status.showJob(recordingText(m_job), m_job.doneRatio(), true, tr("End the recording?"));
}

void RecordingController::showEnd()
{
    m_context.status.endJob();
    if (m_job.end() == JobEnd::Done)
        m_context.status.note(tr("The recording has ended; the verdict counts all of it."));
    else if (!m_job.hasRow() && m_job.end() == JobEnd::Stopped)
        m_files.showError(tr("%1.").arg(capitalized(withoutDot(m_job.refusal()))));
    else if (m_job.end() == JobEnd::Stopped)
        m_context.status.note(tr("Cancelled. What had finished is kept."));
    else if (m_context.workspace.currentId() != PageId::Live) // which says it in full
        m_files.showError(tr("The recording ended early: %1. What had finished is valid and shown.")
                              .arg(withoutDot(m_job.refusal())));
}

void RecordingController::showState()
{
    if (m_context.shown.comparison() == nullptr)
        return;
    const profiler::ComparisonInfo& info = m_context.shown.comparison()->result.info;
    QString sentence;
    Status status = Status::Information;
    if (info.status == profiler::ComparisonStatus::Running) {
        sentence = tr("%1 is being recorded; this window follows.").arg(qt(info.name));
    } else if (info.status == profiler::ComparisonStatus::Partial) {
        status = Status::Warning;
        sentence
            = tr("The recording ended early (%1). What had finished is valid; fusescope "
                 "extend adds the rest.")
                  .arg(info.stopReason.empty() ? tr("no reason recorded") : qt(info.stopReason));
    }
    if (std::exchange(m_stateSentence, sentence) == sentence)
        return;
    if (sentence.isEmpty())
        m_context.status.clear();
    else
        m_context.status.say(status, sentence);
}

void RecordingController::cancel()
{
    if (m_job.isRunning())
        m_job.stop();
    else
        m_files.cancelLoading();
}

/// A recording that a terminal started shows in the side bar, too.
void RecordingController::lookElsewhere()
{
    const auto& runs = m_context.services.runs();
    const auto running = std::ranges::find(runs, profiler::ComparisonStatus::Running,
        [](const auto& summary) { return summary.info.status; });
    const bool elsewhere = running != runs.end() && !m_job.isRunning();
    // How far it is stands in its rows, which are read of the comparison that is open.
    const auto* shown = m_context.shown.comparison();
    std::optional<double> ratio;
    if (elsewhere && shown != nullptr && shown->result.info.id == running->info.id)
        ratio = profiler::recordingGrid(shown->data, utcNow()).doneRatio;
    Q_EMIT foundElsewhere(elsewhere ? qt(running->info.name) : QString(), ratio);
}

bool RecordingController::settle()
{
    if (!m_job.isRunning())
        return true;
    QMessageBox question(QMessageBox::Question, tr("A recording runs"),
        tr("A recording runs. It can go on without this window; Live progress follows it when the "
           "window is opened again."),
        QMessageBox::NoButton, &m_context.window);
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
