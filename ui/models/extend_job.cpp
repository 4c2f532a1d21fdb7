// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/extend_job.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <algorithm>

namespace ui {

namespace {

constexpr int patienceMs = 5000;

QString commandLineProgram()
{
    const QString beside
        = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("fusescope"));
    return QFileInfo(beside).isExecutable()
        ? beside
        : QStandardPaths::findExecutable(QStringLiteral("fusescope"));
}

} // namespace

std::optional<JobProgress> jobProgressFrom(const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (!object.value(QStringLiteral("done_ratio")).isDouble())
        return std::nullopt;
    JobProgress progress {.text = object.value(QStringLiteral("text")).toString(),
        .doneRatio = std::clamp(object.value(QStringLiteral("done_ratio")).toDouble(), 0.0, 1.0)};
    if (progress.text.isEmpty())
        progress.text = object.value(QStringLiteral("stage")).toString();
    const QString variant = object.value(QStringLiteral("variant")).toString();
    if (!variant.isEmpty())
        progress.text
            = progress.text.isEmpty() ? variant : variant + QStringLiteral(": ") + progress.text;
    if (const QJsonValue left = object.value(QStringLiteral("left_ns")); left.isDouble())
        progress.leftNs = left.toDouble();
    return progress;
}

ExtendJob::ExtendJob(QObject* parent)
    : QObject(parent)
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ExtendJob::readLines);
    connect(&m_process, &QProcess::readyReadStandardError, this, &ExtendJob::readErrors);
    connect(&m_process, &QProcess::finished, this, &ExtendJob::takeEnd);
    connect(&m_process, &QProcess::errorOccurred, this, &ExtendJob::takeError);
}

ExtendJob::~ExtendJob()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    m_process.terminate();
    m_process.waitForFinished(patienceMs);
}

void ExtendJob::start(const QString& file, profiler::ComparisonId comparison, int repetitions)
{
    if (isRunning())
        return;
    const QString program = m_program.isEmpty() ? commandLineProgram() : m_program;
    if (program.isEmpty()) {
        Q_EMIT failed(tr("The command line program fusescope is neither beside this one nor on "
                         "PATH, so nothing can be recorded; install it or add it to PATH."));
        return;
    }
    m_out.clear();
    m_lastError.clear();
    m_cancelled = false;
    m_process.start(program,
        {QStringLiteral("extend"), QStringLiteral("%1@%2").arg(file).arg(comparison.value),
            QStringLiteral("--processes"), QString::number(repetitions), QStringLiteral("--json")});
}

void ExtendJob::cancel()
{
    m_cancelled = true;
    m_process.terminate(); // the recorder stores what has finished and ends
}

void ExtendJob::readLines()
{
    m_out += m_process.readAllStandardOutput();
    for (qsizetype end = m_out.indexOf('\n'); end >= 0; end = m_out.indexOf('\n')) {
        if (const auto progress = jobProgressFrom(m_out.left(end)))
            Q_EMIT progressed(*progress);
        m_out.remove(0, end + 1);
    }
}

void ExtendJob::readErrors()
{
    const QStringList lines = QString::fromUtf8(m_process.readAllStandardError())
                                  .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (!lines.isEmpty())
        m_lastError = lines.back();
}

void ExtendJob::takeEnd(int code, QProcess::ExitStatus status)
{
    readLines();
    readErrors();
    if (m_cancelled) {
        Q_EMIT cancelled();
        return;
    }
    if (status == QProcess::NormalExit && code == 0) {
        Q_EMIT finished();
        return;
    }
    const QString prefix = QStringLiteral("fusescope: ");
    QString reason = m_lastError.startsWith(prefix) ? m_lastError.mid(prefix.size()) : m_lastError;
    if (reason.isEmpty())
        reason = status == QProcess::CrashExit ? tr("the recorder crashed")
                                               : tr("exit code %1").arg(code);
    Q_EMIT failed(tr("Recording more ended early: %1. What had finished is valid and shown.")
                      .arg(reason.endsWith(QLatin1Char('.')) ? reason.chopped(1) : reason));
}

void ExtendJob::takeError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart)
        Q_EMIT failed(tr("%1 cannot be started: %2. What is shown stays valid.")
                          .arg(m_process.program(), m_process.errorString()));
}

} // namespace ui
