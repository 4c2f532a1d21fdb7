// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/plan.h"
#include "ui/comparison/recording_step.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTemporaryFile>

#include <deque>
#include <filesystem>
#include <memory>
#include <vector>

class QProcess;

namespace ui {

enum class JobState {
    None, ///< nothing was started yet
    Starting, ///< checks before the first worker
    Running,
    Pausing, ///< asked for; the running round is finished first
    Paused,
    Stopping, ///< asked for; the running block is finished first
    Killing, ///< asked for twice
    Ended,
};

/// How the recorder ended, by its exit codes (docs/cli.md).
enum class JobEnd { Done, SomeFailed, AllFailed, NotStarted, Stopped, Died };

/// A stage that a worker has reached, and when.
struct StageTime {
    QString stage; ///< "import", "build"…
    qint64 startedMs = 0; ///< since the job's start
};

/// What the worker that works now is about.
struct WorkingNow {
    std::optional<profiler::ProcessKind> process;
    QString variant;
    bool again = false;
    int repetition = -1;
    int round = -1;
    QString text; ///< "autotuning 37 of 120"
    std::optional<std::pair<int, int>> inner; ///< 37 of 120
    std::vector<StageTime> stages; ///< of this process, in order
};

/// A line of the recorder's own, for the log.
struct JobLine {
    qint64 utcMs = 0;
    QString who; ///< "max-autotune 3", "recorder"
    QString text;
    bool bad = false;
};

/// Where and when a recording begins.
struct RecordingStart {
    QString machine; ///< as `--on` takes it; empty: this one
    bool whenQuiet = false; ///< once other programs leave the machine alone
};

/// One recording by the `fusescope` that lies beside this program, in a process group of its own.
/// Reads its progress; asks it to pause, skip, retry, stop. The recorder outlives this object when
/// it is told to (`leave`).
class RecordingJob : public QObject {
    Q_OBJECT

public:
    explicit RecordingJob(QObject* parent = nullptr);
    ~RecordingJob() override;
    Q_DISABLE_COPY_MOVE(RecordingJob)

    /// In place of the program beside this one; for tests.
    void setProgram(const QString& program) { m_program = program; }

    /// `output` empty: the library. Not while another one runs. From another machine what came of
    /// it lies in the file at the end; until then there is nothing to read.
    void start(const profiler::Plan& plan, const std::filesystem::path& output,
        const RecordingStart& how = {});
    /// Searches the best setting for the plan's model, its variants among them.
    void tune(const profiler::Plan& plan, const std::filesystem::path& output);
    /// Adds repetitions to a recorded comparison.
    void extend(const std::filesystem::path& file, std::int64_t comparison, int repetitions,
        const profiler::Plan& plan);
    /// Adds sizes to a recorded sweep, words as `--sweep` takes them.
    void addSizes(const std::filesystem::path& file, std::int64_t comparison,
        const QStringList& sweeps, const profiler::Plan& plan);

    void pause();
    void resume();
    void skip(const QString& variant);
    void retry(const QString& variant);
    /// First: after the running block; then: now.
    void stop();
    /// The recorder goes on without this program.
    void leave();

    [[nodiscard]] JobState state() const { return m_state; }

    [[nodiscard]] bool isRunning() const
    {
        return m_state != JobState::None && m_state != JobState::Ended;
    }

    [[nodiscard]] JobEnd end() const { return m_end; }

    /// One sentence when it ended otherwise than well; else empty.
    [[nodiscard]] const QString& refusal() const { return m_refusal; }

    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }

    [[nodiscard]] const profiler::Plan& plan() const { return m_plan; }

    /// Known once it ended, or when it was extended.
    [[nodiscard]] std::int64_t comparison() const { return m_comparison; }

    [[nodiscard]] double doneRatio() const { return m_doneRatio; }

    [[nodiscard]] std::optional<double> leftNs() const;

    [[nodiscard]] qint64 elapsedMs() const;

    [[nodiscard]] const WorkingNow& now() const { return m_now; }

    [[nodiscard]] const std::deque<JobLine>& lines() const { return m_lines; }

    /// Variants that were asked to be skipped.
    [[nodiscard]] const QStringList& skipped() const { return m_skipped; }

    [[nodiscard]] qint64 processId() const;

    /// Empty: this one.
    [[nodiscard]] const QString& machine() const { return m_machine; }

    /// Whether its comparison can be read.
    [[nodiscard]] bool hasRow() const { return m_machine.isEmpty() || m_comparison > 0; }

Q_SIGNALS:
    void changed();
    /// The comparison's row exists; from here on it can be read. Of another machine at the end.
    void opened();
    void ended();

private:
    void beginNew(const QString& command, const profiler::Plan& plan,
        const std::filesystem::path& output, const RecordingStart& how = {});
    void beginExtension(const std::filesystem::path& file, std::int64_t comparison,
        const QStringList& what, const profiler::Plan& plan);
    void begin(const QStringList& arguments, const profiler::Plan& plan);
    void readLines();
    void take(const RecordingStep& step);
    void takeProcess(const RecordingStep& step);
    void addLine(const RecordingStep& step);
    void finish();
    void ask(const QByteArray& line);
    void setState(JobState state);

    QString m_program;
    QString m_machine; ///< that records; empty: this one
    QProcess* m_process = nullptr;
    std::unique_ptr<QTemporaryFile> m_planFile;
    profiler::Plan m_plan;
    std::filesystem::path m_file;
    std::int64_t m_comparison = 0;
    JobState m_state = JobState::None;
    JobEnd m_end = JobEnd::Done;
    QString m_refusal;
    double m_doneRatio = 0;
    std::optional<double> m_leftNs;
    qint64 m_leftAtMs = 0; ///< when that was said
    qint64 m_endedMs = 0;
    WorkingNow m_now;
    std::deque<JobLine> m_lines;
    QStringList m_skipped;
    QElapsedTimer m_clock;
};

} // namespace ui
