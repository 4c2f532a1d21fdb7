// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/number_text.h"
#include "storage/file/run_database.h"
#include "storage/file/writer_lock.h"
#include "ui/comparison/commands.h"
#include "ui/comparison/figure_place.h"
#include "ui/pages/page_catalogue.h"
#include "ui/pages/page_data.h"
#include "ui/text/text.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"

#include <QFileInfo>

#include <algorithm>
#include <chrono>
#include <cmath>

/// What the window does with a comparison: read it, judge it anew, record more of it.
namespace ui {

namespace {

using namespace std::chrono_literals;

/// A skeleton that only flashes up is worse than none.
constexpr auto untilSkeleton = 150ms;
constexpr auto untilProgress = 1000ms;

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

/// "/home/me/model.py:make" is what a comparison is called by itself; the folder is nobody's
/// business.
QString withoutFolder(const QString& name)
{
    const bool path = name.startsWith(QLatin1Char('/')) || name.startsWith(QLatin1Char('~'));
    return path ? name.section(QLatin1Char('/'), -1) : name;
}

} // namespace

// ---- reading

/// Reading again while a recording goes on needs no word.
void MainWindow::showLoading()
{
    if (m_view.comparison != nullptr)
        return;
    m_skeletonTimer.start(untilSkeleton);
    m_slowTimer.start(untilProgress);
}

void MainWindow::endLoading()
{
    m_skeletonTimer.stop();
    m_slowTimer.stop();
    m_pages->setLoading(false);
    m_status->endJob();
    showRecording();
}

void MainWindow::cancelLoading()
{
    m_source.cancel();
    endLoading();
    m_status->note(tr("Reading was cancelled."));
    showPage(PageId::Runs);
}

void MainWindow::takeLoaded(std::shared_ptr<const JudgedComparison> comparison)
{
    const bool same = m_view.comparison != nullptr
        && m_view.comparison->result.info.id == comparison->result.info.id
        && m_view.comparison->result.info.started == comparison->result.info.started;
    if (!same)
        m_status->clear(); // an error about what was shown before
    endStale();
    m_readAt = QDateTime::currentDateTime();
    m_presentation = m_presentations.load(comparison->result.info);
    const auto unsaved = m_unsavedGoals.find(keyOf(comparison->result.info));
    if (unsaved != m_unsavedGoals.end())
        m_presentation.goal = unsaved->second; // holds in this window: the file has not taken it
    if (const auto page = std::exchange(m_pageBeforeError, std::nullopt);
        page && m_pages->currentId() == PageId::Runs)
        showPage(*page); // it could not be read before
    if (m_presentation == profiler::Presentation {}) {
        m_presenting.drop();
        endLoading();
        showComparison(std::move(comparison), qt(m_source.file().string()));
        return;
    }
    startPresenting(comparison, qt(m_source.file().string()));
}

/// What is shown stays, and so does the file that it is about.
void MainWindow::takeFailure(const QString& sentence)
{
    showError(sentence);
    if (m_view.comparison == nullptr)
        return;
    m_fileName = m_view.file;
    describeDatabase();
    m_source.follow(m_view.file.toStdString(), m_view.comparison->result.info);
    m_source.refreshList();
}

// ---- a place in it

void MainWindow::openPlace(const std::filesystem::path& file, const std::string& selector,
    const profiler::FigurePlace& place)
{
    openFile(file, selector);
    m_wantedPlace = place;
    showPage(pageFrom(qt(place.page)).value_or(PageId::Overview));
}

void MainWindow::showPlace(const profiler::FigurePlace& place)
{
    if (m_view.comparison != nullptr) {
        if (auto placed = viewAt(m_view, place))
            setView(std::move(*placed));
        else
            m_status->say(Status::Warning, qt(placed.error().message));
    }
    showPage(pageFrom(qt(place.page)).value_or(PageId::Overview));
}

void MainWindow::openFigure(const profiler::FigureId& id)
{
    if (m_view.comparison != nullptr
        && profiler::provenanceOf(m_view.comparison->data, {}).id.comparison == id.comparison) {
        showPlace(id.place);
        return;
    }
    auto files = figureFiles(m_settings);
    if (!m_fileName.isEmpty())
        files.insert(files.begin(), std::filesystem::path(m_fileName.toStdString()));
    m_figureJob.start([id, files] { return findFigure(id, files); },
        [this, id](const profiler::Result<FoundFigure>& found) {
            if (found)
                openPlace(found->file, std::to_string(found->comparison.value), id.place);
            else
                m_status->say(Status::Bad, qt(found.error().message));
        });
}

FigureSource MainWindow::figureSource() const
{
    const std::string page = pageEntry(m_pages->currentId()).word.toStdString();
    FigureSource source {.tool = QStringLiteral("Fusescope ") + qt(profiler::programVersion())};
    const profiler::CaseResult* shown = m_view.caseResult();
    if (shown == nullptr || !needsComparison(m_pages->currentId())) {
        const QString file = QFileInfo(m_fileName).fileName();
        source.line = file.isEmpty() ? source.tool : source.tool + QStringLiteral(" · ") + file;
        if (!file.isEmpty())
            source.command
                = QStringLiteral("fusescope ui %1 --page %2").arg(shellWord(file), qt(page));
        return source;
    }
    const profiler::ComparisonResult& result = m_view.comparison->result;
    const profiler::Provenance provenance
        = profiler::provenanceOf(m_view.comparison->data, m_view.file.toStdString(),
            {.page = page,
                .caseName = shown->name,
                .focus = profiler::recordedName(m_view.comparison->data, m_view.focus)});
    source.line = qt(profiler::provenanceLine(provenance));
    source.id = qt(profiler::figureIdText(provenance.id));
    source.command = qt(profiler::reopenCommand(provenance));
    QStringList subject {withoutFolder(qt(result.info.name)), qt(shown->name), qt(result.device)};
    if (m_pages->currentId() == PageId::Results)
        subject.removeAt(1); // it shows all cases
    subject.removeAll(QString());
    source.subject = subject.join(QStringLiteral(" · "));
    return source;
}

void MainWindow::sayOfFigure(const QString& sentence, bool failed)
{
    if (failed)
        m_status->say(Status::Bad, sentence);
    else
        m_status->note(sentence);
}

// ---- judging anew

void MainWindow::present(const profiler::Presentation& presentation)
{
    if (m_view.comparison == nullptr)
        return;
    m_presentation = presentation;
    m_presentations.store(m_view.comparison->result.info, presentation);
    startPresenting(m_view.comparison, m_view.file);
}

void MainWindow::startPresenting(
    const std::shared_ptr<const JudgedComparison>& comparison, const QString& file)
{
    m_presenting.start(
        [comparison, presentation = m_presentation] {
            return judged(profiler::presented(comparison->data, presentation));
        },
        [this, file](std::shared_ptr<const JudgedComparison> anew) {
            endLoading();
            showComparison(std::move(anew), file);
        });
}

void MainWindow::makeBaseline(int variant)
{
    if (m_view.comparison != nullptr && variant > 0)
        present(profiler::withBaseline(m_view.comparison->data, m_presentation, variant));
}

void MainWindow::moveVariant(int from, int to)
{
    if (m_view.comparison != nullptr)
        present(profiler::withMoved(m_view.comparison->data, m_presentation, from, to));
}

void MainWindow::renameVariant(int variant, const QString& name)
{
    if (m_view.comparison == nullptr)
        return;
    const profiler::ComparisonData& shown = m_view.comparison->data;
    const auto& variants = shown.plan.variants;
    const std::string recorded = profiler::recordedName(shown, variant);
    const std::string wanted = name.isEmpty() ? recorded : name.toStdString();
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (static_cast<int>(i) != variant && variants.at(i).name == wanted) {
            m_status->say(Status::Bad,
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

void MainWindow::changeGoal(const profiler::Goal& goal)
{
    if (m_view.comparison == nullptr || goal == m_view.comparison->result.plan.goal)
        return;
    profiler::Presentation presentation = m_presentation;
    presentation.goal = goal;
    present(presentation);
    storeGoal(goal);
}

/// To the file that is shown, whatever is being opened meanwhile.
void MainWindow::storeGoal(const profiler::Goal& goal)
{
    const profiler::ComparisonInfo info = m_view.comparison->result.info;
    const QString key = keyOf(info);
    m_unsavedGoals[key] = goal;
    m_goalChanges.put(
        key,
        [file = std::filesystem::path(m_view.file.toStdString()), info, goal] {
            return storeUnlessRecording(file, info, goal);
        },
        [this, key](const profiler::Result<void>& stored) {
            if (stored) {
                const auto unsaved = m_unsavedGoals.extract(key);
                if (unsaved && m_presentation.goal == unsaved.mapped())
                    m_presentation.goal.reset(); // from now on the file says so
                m_status->note(tr("The goal is stored with the comparison."));
                return;
            }
            m_status->say(Status::Warning,
                tr("The goal holds in this window; the file does not have it yet, and it is tried "
                   "again: %1.")
                    .arg(withoutDot(qt(stored.error().message))));
        });
}

void MainWindow::dropUnsavedGoal()
{
    const QString key = keyOf(m_view.comparison->result.info);
    m_goalChanges.drop(key);
    m_unsavedGoals.erase(key);
    m_presentation.goal.reset();
}

} // namespace ui
