// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QStringList>

class QProcess;

namespace ui {

/// `fusescope` beside this program, else the first on PATH; empty = there is none.
[[nodiscard]] QString recorderProgram();

/// How a call of `fusescope` ended.
struct ProgramAnswer {
    int exitCode = -1; ///< below 0: it did not start, or it was killed
    QByteArray output;
    QString refusal; ///< its one sentence, without the program's name
};

/// One call of `fusescope` that answers and ends: `plan`, `doctor`, `models`. A newer start ends
/// the older one and drops its answer.
class ProgramCall : public QObject {
    Q_OBJECT

public:
    explicit ProgramCall(QObject* parent = nullptr);
    ~ProgramCall() override;
    Q_DISABLE_COPY_MOVE(ProgramCall)

    void start(const QStringList& arguments, const QString& folder = {});
    void stop();

    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }

Q_SIGNALS:
    void answered(const ui::ProgramAnswer& answer);
    /// A line of stderr, as it comes; the last one may be the refusal.
    void said(const QByteArray& line);

private:
    void listen();
    void take();

    QProcess* m_process = nullptr;
    QByteArray m_lastLine; ///< of stderr
};

/// The last line that `fusescope` left on stderr, without its name.
[[nodiscard]] QString refusalIn(const QByteArray& standardError);

} // namespace ui
