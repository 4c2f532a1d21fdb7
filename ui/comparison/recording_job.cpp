// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/recording_job.h"

#include "profiler/model/case.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "storage/file/run_database.h"
#include "ui/comparison/program_call.h"

#include <QDateTime>
#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ui {

namespace {

constexpr std::size_t mostLines = 500;
/// From the second request to stop until what does not obey is ended.
constexpr std::chrono::seconds killAfter {5};

/// Exit codes of docs/cli.md.
JobEnd endFrom(int exitCode)
{
    switch (exitCode) {
    case 0:
        return JobEnd::Done;
    case 2:
        return JobEnd::NotStarted;
    case 3:
        return JobEnd::AllFailed;
    case 4:
        return JobEnd::SomeFailed;
    case 130:
        return JobEnd::Stopped;
    default:
        return JobEnd::Died;
    }
}

/// "autotuning 37 of 120" → 37, 120
std::optional<std::pair<int, int>> countIn(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("(\\d+) of (\\d+)"));
    const auto match = form.match(text);
    if (!match.hasMatch() || match.captured(2).toInt() <= 0)
        return std::nullopt;
    return std::pair(match.captured(1).toInt(), match.captured(2).toInt());
}

QString whoOf(const RecordingStep& step)
{
    if (step.variant.isEmpty())
        return QObject::tr("recorder");
    QString who = step.variant;
    if (step.again)
        who += QObject::tr(" again");
    if (step.repetition >= 0)
        who += u' ' + QString::number(step.repetition + 1);
    return who;
}

} // namespace

RecordingJob::RecordingJob(QObject* parent)
    : QObject(parent)
{
}

RecordingJob::~RecordingJob()
{
    if (m_process == nullptr)
        return;
    // Nobody told it to go on: it stops after its block, by itself.
    m_process->disconnect(this);
    if (m_process->state() != QProcess::NotRunning)
        m_process->terminate();
    leave();
}

void RecordingJob::start(
    const profiler::Plan& plan, const std::filesystem::path& output, const RecordingStart& how)
{
    beginNew(QStringLiteral("record"), plan, output, how);
}

void RecordingJob::tune(const profiler::Plan& plan, const std::filesystem::path& output)
{
    beginNew(QStringLiteral("tune"), plan, output);
}

void RecordingJob::beginNew(const QString& command, const profiler::Plan& plan,
    const std::filesystem::path& output, const RecordingStart& how)
{
    if (isRunning())
        return;
    m_machine = how.machine;
    m_planFile = std::make_unique<QTemporaryFile>(
        QDir::temp().filePath(QStringLiteral("fusescope-record-XXXXXX.json")));
    const QByteArray json = QByteArray::fromStdString(profiler::planToJson(plan));
    m_file = output.empty() ? storage::libraryPath() : output;
    m_comparison = 0;
    if (!m_planFile->open() || m_planFile->write(json) != json.size() || !m_planFile->flush()) {
        m_end = JobEnd::NotStarted;
        m_refusal = tr("%1 cannot be written; free some space there and start again")
                        .arg(QDir::tempPath());
        setState(JobState::Ended);
        Q_EMIT ended();
        return;
    }
    QStringList words {command, m_planFile->fileName(), QStringLiteral("-o"),
        QString::fromStdString(m_file.string())};
    if (how.whenQuiet)
        words << QStringLiteral("--when-quiet");
    if (!how.machine.isEmpty()) {
        words << QStringLiteral("--on") << how.machine;
        if (!plan.python.empty()) // of a plan file's none is taken there
            words << QStringLiteral("--python") << QString::fromStdString(plan.python);
    }
    begin(words, plan);
}

void RecordingJob::extend(const std::filesystem::path& file, std::int64_t comparison,
    int repetitions, const profiler::Plan& plan)
{
    beginExtension(
        file, comparison, {QStringLiteral("--processes"), QString::number(repetitions)}, plan);
}

void RecordingJob::addSizes(const std::filesystem::path& file, std::int64_t comparison,
    const QStringList& sweeps, const profiler::Plan& plan)
{
    QStringList words;
    for (const QString& sweep : sweeps)
        words << QStringLiteral("--sweep") << sweep;
    beginExtension(file, comparison, words, plan);
}

void RecordingJob::beginExtension(const std::filesystem::path& file, std::int64_t comparison,
    const QStringList& what, const profiler::Plan& plan)
{
    if (isRunning())
        return;
    m_machine.clear();
    m_file = file;
    m_comparison = comparison;
    begin(QStringList {QStringLiteral("extend"),
              QStringLiteral("%1@%2").arg(QString::fromStdString(file.string())).arg(comparison)}
            + what,
        plan);
}

void RecordingJob::begin(const QStringList& arguments, const profiler::Plan& plan)
{
    m_plan = plan;
    m_end = JobEnd::Done;
    m_refusal.clear();
    m_doneRatio = 0;
    m_leftNs.reset();
    m_now = {};
    m_lines.clear();
    m_skipped.clear();
    m_clock.start();
    m_process = new QProcess(this);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &RecordingJob::readLines);
    connect(m_process, &QProcess::finished, this, &RecordingJob::finish);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish();
    });
    // A session of its own: Ctrl-C in the terminal of this window is not meant for it, and it lives
    // on when this program ends.
    m_process->setChildProcessModifier([] { ::setsid(); });
    const QString folder = QString::fromStdString(plan.workload.workingDirectory);
    if (!folder.isEmpty() && QDir(folder).exists())
        m_process->setWorkingDirectory(folder);
    setState(JobState::Starting);
    m_process->start(m_program.isEmpty() ? recorderProgram() : m_program,
        arguments + QStringList {QStringLiteral("--json"), QStringLiteral("--control")});
}

void RecordingJob::readLines()
{
    while (m_process != nullptr && m_process->canReadLine())
        if (const auto step = stepFrom(m_process->readLine()))
            take(*step);
    Q_EMIT changed();
}

void RecordingJob::take(const RecordingStep& step)
{
    m_doneRatio = step.doneRatio.value_or(m_doneRatio);
    if (step.leftNs) {
        m_leftNs = step.leftNs;
        m_leftAtMs = elapsedMs();
    }
    if (step.event == QLatin1String("recorded")) {
        m_comparison = step.comparison;
        if (!m_machine.isEmpty())
            Q_EMIT opened();
        return;
    }
    addLine(step);
    if (step.event == QLatin1String("started")) {
        setState(JobState::Running);
        if (hasRow())
            Q_EMIT opened();
    } else if (step.event == QLatin1String("paused")) {
        if (m_state == JobState::Pausing)
            setState(JobState::Paused);
    } else {
        takeProcess(step);
    }
}

void RecordingJob::takeProcess(const RecordingStep& step)
{
    if (step.event == QLatin1String("process_started")) {
        m_now = {.process = step.process,
            .variant = step.variant,
            .again = step.again,
            .repetition = step.repetition,
            .stages = {{.stage = QStringLiteral("start"), .startedMs = elapsedMs()}}};
        m_now.stages.push_back({.stage = step.stage, .startedMs = elapsedMs()});
    } else if (step.event == QLatin1String("stage")) {
        m_now.process = step.process;
        m_now.stages.push_back({.stage = step.stage, .startedMs = elapsedMs()});
        m_now.inner.reset();
        if (step.variant.isEmpty()) { // rounds of all lanes
            m_now.variant.clear();
            m_now.repetition = step.repetition;
        }
    } else if (step.event == QLatin1String("detail")) {
        m_now.inner = countIn(step.text);
    } else if (step.event == QLatin1String("round")) {
        m_now.round = step.round;
        m_now.inner.reset();
    } else if (step.event == QLatin1String("repetition")) {
        m_now.round = -1;
    }
    if (!step.text.isEmpty() && step.event != QLatin1String("process_ended"))
        m_now.text = step.text;
}

void RecordingJob::addLine(const RecordingStep& step)
{
    if (step.text.isEmpty() && step.event != QLatin1String("repetition"))
        return;
    const bool ended = step.event == QLatin1String("process_ended");
    m_lines.push_back({.utcMs = QDateTime::currentMSecsSinceEpoch(),
        .who = whoOf(step),
        .text = step.event == QLatin1String("repetition")
            ? tr("process %1 stored").arg(step.repetition + 1)
            : step.text,
        .bad = ended && !m_skipped.contains(step.variant) && m_state != JobState::Stopping
            && m_state != JobState::Killing});
    if (m_lines.size() > mostLines)
        m_lines.pop_front();
}

void RecordingJob::finish()
{
    QProcess* process = std::exchange(m_process, nullptr);
    if (process == nullptr)
        return;
    while (process->canReadLine())
        if (const auto step = stepFrom(process->readLine()))
            take(*step);
    m_endedMs = m_clock.elapsed();
    if (process->error() == QProcess::FailedToStart) {
        m_end = JobEnd::NotStarted;
        m_refusal = tr("the program fusescope is neither beside this one nor on PATH; nothing can "
                       "be recorded without it");
    } else if (process->exitStatus() == QProcess::CrashExit) {
        const bool asked = m_state == JobState::Killing || m_state == JobState::Stopping;
        m_end = asked ? JobEnd::Stopped : JobEnd::Died;
        m_refusal = asked ? tr("stopped; what was recorded is valid")
                          : tr("the recorder was ended from outside; what it had stored is valid");
    } else {
        m_end = endFrom(process->exitCode());
        m_refusal = refusalIn(process->readAllStandardError());
        if (m_end == JobEnd::Done)
            m_refusal.clear();
    }
    process->deleteLater();
    m_planFile.reset();
    setState(JobState::Ended);
    Q_EMIT ended();
}

void RecordingJob::ask(const QByteArray& line)
{
    if (m_process != nullptr)
        m_process->write(line + '\n');
}

void RecordingJob::pause()
{
    if (m_state != JobState::Running)
        return;
    ask("pause");
    setState(JobState::Pausing);
}

void RecordingJob::resume()
{
    if (m_state != JobState::Pausing && m_state != JobState::Paused)
        return;
    ask("continue");
    setState(JobState::Running);
}

void RecordingJob::skip(const QString& variant)
{
    if (m_skipped.contains(variant))
        return;
    m_skipped << variant;
    ask("skip " + variant.toUtf8());
    Q_EMIT changed();
}

void RecordingJob::retry(const QString& variant)
{
    m_skipped.removeAll(variant);
    ask("retry " + variant.toUtf8());
    Q_EMIT changed();
}

void RecordingJob::stop()
{
    if (m_process == nullptr || m_state == JobState::Killing)
        return;
    const bool again = m_state == JobState::Stopping;
    setState(again ? JobState::Killing : JobState::Stopping);
    if (m_process->state() == QProcess::NotRunning)
        return;
    m_process->terminate(); // not SIGINT, which a shell's background ignores
    if (again)
        QTimer::singleShot(killAfter, m_process, &QProcess::kill); // its workers end with it
}

void RecordingJob::leave()
{
    QProcess* process = std::exchange(m_process, nullptr);
    if (process == nullptr)
        return;
    // A QProcess kills its program when it goes; this one is never deleted, and the end of our
    // pipes changes nothing for the recorder.
    process->disconnect();
    process->setParent(nullptr);
    if (m_planFile != nullptr && m_state == JobState::Starting)
        m_planFile->setAutoRemove(false); // not read yet
    setState(JobState::None);
}

std::optional<double> RecordingJob::leftNs() const
{
    if (!m_leftNs)
        return std::nullopt;
    const double since = static_cast<double>(elapsedMs() - m_leftAtMs) * 1e6;
    const bool waits = m_state == JobState::Paused;
    return std::max(0.0, *m_leftNs - (waits ? 0 : since));
}

qint64 RecordingJob::elapsedMs() const
{
    if (m_state == JobState::Ended)
        return m_endedMs;
    return m_clock.isValid() ? m_clock.elapsed() : 0;
}

qint64 RecordingJob::processId() const
{
    return m_process == nullptr ? 0 : m_process->processId();
}

void RecordingJob::setState(JobState state)
{
    m_state = state;
    Q_EMIT changed();
}

} // namespace ui
