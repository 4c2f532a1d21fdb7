// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/lanes/presentation.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/comparison_view.h"
#include "ui/comparison/presentation_store.h"
#include "ui/comparison/retry_queue.h"
#include "ui/window/control/window_context.h"

#include <QObject>

#include <map>
#include <memory>

namespace ui {

struct JudgedComparison;

/// Order, names, baseline and goal that a reader chose: the comparison is judged anew with them in
/// the background, and they are kept.
class PresentationController : public QObject {
    Q_OBJECT

public:
    explicit PresentationController(const WindowContext& context);

    /// A comparison as it was read from the file, in the presentation that is kept for it.
    void take(const std::shared_ptr<const JudgedComparison>& comparison, const QString& file);

    void makeBaseline(int variant);
    /// An empty name: as recorded.
    void renameVariant(int variant, const QString& name);
    void moveVariant(int from, int to);
    /// Also stores it with the comparison, where the file can be written.
    void changeGoal(const profiler::Goal& goal);
    /// Order, names and baseline as recorded.
    void reset();
    [[nodiscard]] bool isAsRecorded() const;

    /// The file may take now what it did not take before.
    void tryAgain() { m_goalChanges.tryAgain(); }

    /// It is kept elsewhere now.
    void dropUnsavedGoal();

    /// False while something is judged anew.
    [[nodiscard]] bool isSettled() const { return !m_job.isRunning(); }

Q_SIGNALS:
    void judged(const std::shared_ptr<const JudgedComparison>& comparison, const QString& file);

private:
    void present(const profiler::Presentation& presentation);
    void judge(const std::shared_ptr<const JudgedComparison>& comparison, const QString& file);
    void storeGoal(const profiler::Goal& goal);

    WindowContext m_context;
    PresentationStore m_store;
    profiler::Presentation m_presentation; ///< of the shown comparison
    RetryQueue m_goalChanges;
    std::map<QString, profiler::Goal> m_unsavedGoals; ///< by comparison: hold in this window
    BackgroundJob m_job;
};

} // namespace ui
