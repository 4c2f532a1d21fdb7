// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/program_call.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>

#include <utility>

namespace ui {

QString recorderProgram()
{
    const QString name = QStringLiteral("fusescope");
    const QFileInfo beside(QDir(QCoreApplication::applicationDirPath()).filePath(name));
    if (beside.isExecutable() && beside.isFile())
        return beside.absoluteFilePath();
    return QStandardPaths::findExecutable(name);
}

QString refusalIn(const QByteArray& standardError)
{
    const QString prefix = QStringLiteral("fusescope: ");
    const QString text = QString::fromUtf8(standardError).trimmed();
    const QString last = text.mid(text.lastIndexOf(u'\n') + 1);
    return last.startsWith(prefix) ? last.mid(prefix.size()) : last;
}

ProgramCall::ProgramCall(QObject* parent)
    : QObject(parent)
{
}

ProgramCall::~ProgramCall()
{
    stop();
}

void ProgramCall::start(const QStringList& arguments, const QString& folder)
{
    stop();
    const QString program = recorderProgram();
    if (program.isEmpty()) {
        QTimer::singleShot(0, this, [this] {
            Q_EMIT answered({.exitCode = -1,
                .output = {},
                .refusal = tr("the program fusescope is neither beside this one nor on PATH; "
                              "nothing can be checked or recorded without it")});
        });
        return;
    }
    m_process = new QProcess(this);
    m_lastLine.clear();
    connect(m_process, &QProcess::readyReadStandardError, this, &ProgramCall::listen);
    connect(m_process, &QProcess::finished, this, &ProgramCall::take);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            take();
    });
    if (QDir(folder).exists())
        m_process->setWorkingDirectory(folder);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->start(program, arguments);
}

/// A line that has not ended yet is left for later.
void ProgramCall::listen()
{
    const auto* process = m_process;
    m_process->setReadChannel(QProcess::StandardError);
    while (m_process == process && m_process->canReadLine()) {
        m_lastLine = m_process->readLine();
        Q_EMIT said(m_lastLine);
    }
}

void ProgramCall::take()
{
    QProcess* process = std::exchange(m_process, nullptr);
    if (process == nullptr)
        return;
    ProgramAnswer answer;
    const QByteArray rest = process->readAllStandardError();
    if (process->error() == QProcess::FailedToStart)
        answer.refusal = tr("fusescope cannot be started: %1").arg(process->errorString());
    else if (process->exitStatus() == QProcess::NormalExit)
        answer = {.exitCode = process->exitCode(),
            .output = process->readAllStandardOutput(),
            .refusal = refusalIn(m_lastLine + rest)};
    process->deleteLater();
    Q_EMIT answered(answer);
}

void ProgramCall::stop()
{
    QProcess* process = std::exchange(m_process, nullptr);
    if (process == nullptr)
        return;
    process->disconnect(this);
    // Its end is not waited for here: the interface must not stand still for it. Where the program
    // ends before, it goes with it.
    process->setParent(QCoreApplication::instance());
    QObject::connect(QCoreApplication::instance(), &QCoreApplication::aboutToQuit, process,
        [process] { process->waitForFinished(); });
    QObject::connect(process, &QProcess::finished, process, &QObject::deleteLater);
    if (process->state() == QProcess::NotRunning)
        process->deleteLater();
    else
        process->kill();
}

} // namespace ui
