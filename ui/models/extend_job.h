// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts.h"

#include <QObject>
#include <QProcess>
#include <QString>

#include <optional>

namespace ui {

/// How far a recording is.
struct JobProgress {
    QString text; ///< what it does or waits for
    double doneRatio = 0;
    std::optional<double> leftNs;
};

/// One line of `fusescope extend --json`; nothing where it is none.
[[nodiscard]] std::optional<JobProgress> jobProgressFrom(const QByteArray& line);

/// Records more repetitions of a comparison by the command line program, as a child process: what
/// crashes there leaves the window alone, and what had finished is kept.
class ExtendJob : public QObject {
    Q_OBJECT

public:
    explicit ExtendJob(QObject* parent = nullptr);
    /// Asks a running recording to end, and waits until it has stored what it has.
    ~ExtendJob() override;
    ExtendJob(const ExtendJob&) = delete;
    ExtendJob& operator=(const ExtendJob&) = delete;
    ExtendJob(ExtendJob&&) = delete;
    ExtendJob& operator=(ExtendJob&&) = delete;

    /// In place of the program beside this one; for tests.
    void setProgram(const QString& program) { m_program = program; }

    void start(const QString& file, profiler::ComparisonId comparison, int repetitions);
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

Q_SIGNALS:
    void progressed(const ui::JobProgress& progress);
    void finished();
    void cancelled();
    void failed(const QString& sentence);

private:
    void readLines();
    void readErrors();
    void takeEnd(int code, QProcess::ExitStatus status);
    void takeError(QProcess::ProcessError error);

    QString m_program;
    QProcess m_process;
    QByteArray m_out;
    QString m_lastError; ///< the last line of stderr
    bool m_cancelled = false;
};

} // namespace ui
