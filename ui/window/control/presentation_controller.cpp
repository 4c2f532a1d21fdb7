// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/presentation_controller.h"

#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "storage/file/run_database.h"
#include "storage/file/writer_lock.h"
#include "ui/text/text.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/shown_view.h"

#include <utility>

namespace ui {

namespace {

/// What judging anew may change: a goal that a recorder's own rewriting of the plan would lose is
/// not written beside it.
profiler::Result<void> storeUnlessRecording(const std::filesystem::path& file,
    const profiler::ComparisonInfo& comparison, const profiler::Goal& goal)
{
    if (storage::isBeingRecorded(file))
        return profiler::failure(
            profiler::ErrorKind::Unavailable, file.string() + " is being recorded");
    return storage::storeGoal(file, comparison.id, goal, comparison.started);
}

QString keyOf(const profiler::ComparisonInfo& info)
{
    return QStringLiteral("%1-%2").arg(info.id.value).arg(info.started.ns);
}

} // namespace

PresentationController::PresentationController(const WindowContext& context)
    : m_context(context)
    , m_store(context.settings)
{
}

void PresentationController::take(
    const std::shared_ptr<const JudgedComparison>& comparison, const QString& file)
{
    const profiler::ComparisonInfo& info = comparison->result.info;
    m_presentation = m_store.load(info);
    const auto unsaved = m_unsavedGoals.find(keyOf(info));
    if (unsaved != m_unsavedGoals.end())
        m_presentation.goal = unsaved->second; // holds in this window: the file has not taken it
    if (m_presentation != profiler::Presentation {})
        return judge(comparison, file);
    m_job.drop();
    Q_EMIT judged(comparison, file);
}

void PresentationController::present(const profiler::Presentation& presentation)
{
    const ComparisonView& view = m_context.shown.view();
    if (view.comparison == nullptr)
        return;
    m_presentation = presentation;
    m_store.store(view.comparison->result.info, presentation);
    judge(view.comparison, view.file);
}

void PresentationController::judge(
    const std::shared_ptr<const JudgedComparison>& comparison, const QString& file)
{
    m_job.start(
        [comparison, presentation = m_presentation] {
            return ui::judged(profiler::presented(comparison->data, presentation));
        },
        [this, file](
            const std::shared_ptr<const JudgedComparison>& anew) { Q_EMIT judged(anew, file); });
}

void PresentationController::makeBaseline(int variant)
{
    if (const auto* shown = m_context.shown.comparison(); shown != nullptr && variant > 0)
        present(profiler::withBaseline(shown->data, m_presentation, variant));
}

void PresentationController::moveVariant(int from, int to)
{
    if (const auto* shown = m_context.shown.comparison(); shown != nullptr)
        present(profiler::withMoved(shown->data, m_presentation, from, to));
}

void PresentationController::renameVariant(int variant, const QString& name)
{
    if (m_context.shown.comparison() == nullptr)
        return;
    const profiler::ComparisonData& shown = m_context.shown.comparison()->data;
    const auto& variants = shown.plan.variants;
    const std::string recorded = profiler::recordedName(shown, variant);
    const std::string wanted = name.isEmpty() ? recorded : name.toStdString();
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (static_cast<int>(i) != variant && variants.at(i).name == wanted) {
            m_context.status.say(Status::Bad,
                tr("Another variant is called %1 already; choose another name.").arg(qt(wanted)));
            return;
        }
    }
    profiler::Presentation presentation = m_presentation;
    const int index = profiler::recordedIndex(shown, variant);
    if (wanted == recorded)
        presentation.names.erase(index);
    else
        presentation.names[index] = wanted;
    present(presentation);
}

void PresentationController::reset()
{
    profiler::Presentation presentation;
    presentation.goal = m_presentation.goal;
    present(presentation);
}

bool PresentationController::isAsRecorded() const
{
    return m_presentation.order.empty() && m_presentation.names.empty();
}

void PresentationController::changeGoal(const profiler::Goal& goal)
{
    const auto* shown = m_context.shown.comparison();
    if (shown == nullptr || goal == shown->result.plan.goal)
        return;
    profiler::Presentation presentation = m_presentation;
    presentation.goal = goal;
    present(presentation);
    storeGoal(goal);
}

/// To the file that is shown, whatever is being opened meanwhile.
void PresentationController::storeGoal(const profiler::Goal& goal)
{
    const ComparisonView& view = m_context.shown.view();
    const profiler::ComparisonInfo info = view.comparison->result.info;
    const QString key = keyOf(info);
    m_unsavedGoals[key] = goal;
    m_goalChanges.put(
        key,
        [file = std::filesystem::path(view.file.toStdString()), info, goal] {
            return storeUnlessRecording(file, info, goal);
        },
        [this, key](const profiler::Result<void>& stored) {
            if (stored) {
                const auto unsaved = m_unsavedGoals.extract(key);
                if (unsaved && m_presentation.goal == unsaved.mapped())
                    m_presentation.goal.reset(); // from now on the file says so
                m_context.status.note(tr("The goal is stored with the comparison."));
                return;
            }
            m_context.status.say(Status::Warning,
                tr("The goal holds in this window; the file does not have it yet, and it is tried "
                   "again: %1.")
                    .arg(withoutDot(qt(stored.error().message))));
        });
}

void PresentationController::dropUnsavedGoal()
{
    const QString key = keyOf(m_context.shown.comparison()->result.info);
    m_goalChanges.drop(key);
    m_unsavedGoals.erase(key);
    m_presentation.goal.reset();
}

} // namespace ui
