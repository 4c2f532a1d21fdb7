// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/file_controller.h"

#include "profiler/model/number_text.h"
#include "ui/comparison/figure_place.h"
#include "ui/comparison/sample_comparison.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/window/bars/stale_banner.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/presentation_controller.h"
#include "ui/window/control/shown_view.h"
#include "ui/window/workspace/page_stack.h"
#include "ui/window/workspace/workspace.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

#include <chrono>
#include <utility>

namespace ui {

namespace {

using namespace std::chrono_literals;

/// A skeleton that only flashes up is worse than none.
constexpr auto untilSkeleton = 150ms;
constexpr auto untilProgress = 1000ms;

} // namespace

FileController::FileController(
    const WindowContext& context, PresentationController& presentation, StaleBanner& stale)
    : m_context(context)
    , m_presentation(presentation)
    , m_banner(stale)
{
    connectSource();
    connect(&m_banner, &StaleBanner::openRequested, this, &FileController::readAgain);
    connect(&presentation, &PresentationController::judged, this,
        [this](const std::shared_ptr<const JudgedComparison>& comparison, const QString& file) {
            endLoading();
            showComparison(comparison, file);
        });
    const PageServices& services = context.services;
    connect(&services, &PageServices::openFileRequested, this, &FileController::chooseFile);
    connect(&services, &PageServices::sampleRequested, this, &FileController::openSample);
    connect(&services, &PageServices::listChanged, &m_source, &ComparisonSource::refreshList);
    connect(&services, &PageServices::comparisonChosen, this, &FileController::openRun);
    connect(&services, &PageServices::recordingChosen, this,
        [this](const QString& file, profiler::ComparisonId id) {
            openPlace(std::filesystem::path(file.toStdString()), std::to_string(id.value), {});
        });
}

void FileController::connectSource()
{
    connect(&m_source, &ComparisonSource::loading, this, &FileController::showLoading);
    connect(&m_source, &ComparisonSource::failed, this, &FileController::takeFailure);
    connect(&m_source, &ComparisonSource::listed, this,
        [this](const ComparisonSource::Summaries& summaries) {
            showRuns(summaries, qt(m_source.file().string()));
        });
    connect(&m_source, &ComparisonSource::loaded, this, &FileController::takeLoaded);
    connect(&m_source, &ComparisonSource::lost, this, &FileController::becomeStale);
    connect(&m_source, &ComparisonSource::found, this, &FileController::endStale);
    m_skeletonTimer.setSingleShot(true);
    m_slowTimer.setSingleShot(true);
    connect(&m_skeletonTimer, &QTimer::timeout, this,
        [this] { m_context.workspace.pages().setLoading(true); });
    connect(&m_slowTimer, &QTimer::timeout, this, [this] {
        m_context.status.showJob(
            tr("Reading %1…").arg(m_context.services.file()), std::nullopt, true);
    });
}

// ---- what is opened

void FileController::openFile(
    const std::filesystem::path& file, const std::optional<std::string>& selector)
{
    m_wantedPlace.reset();
    rememberFile(m_context.settings, file);
    setFile(QString::fromStdString(file.string()));
    m_source.open(file, selector);
}

void FileController::openNewest(const QString& file)
{
    openFile(std::filesystem::path(file.toStdString()), std::string());
    m_context.workspace.showPage(PageId::Overview);
}

void FileController::openRun(profiler::ComparisonId id)
{
    m_source.show(id);
    m_context.workspace.showPage(PageId::Overview);
}

void FileController::openPlace(const std::filesystem::path& file, const std::string& selector,
    const profiler::FigurePlace& place)
{
    openFile(file, selector);
    m_wantedPlace = place;
    m_context.workspace.showPage(pageFrom(place.page).value_or(PageId::Overview));
}

void FileController::showPlace(const profiler::FigurePlace& place)
{
    if (m_context.shown.comparison() != nullptr) {
        if (auto placed = viewAt(m_context.shown.view(), place))
            m_context.shown.setView(std::move(*placed));
        else
            m_context.status.say(Status::Warning, qt(placed.error().message));
    }
    m_context.workspace.showPage(pageFrom(place.page).value_or(PageId::Overview));
}

void FileController::openFigure(const profiler::FigureId& id)
{
    const auto* shown = m_context.shown.comparison();
    if (shown != nullptr
        && profiler::provenanceOf(shown->data, {}).id.comparison == id.comparison) {
        showPlace(id.place);
        return;
    }
    auto files = figureFiles(m_context.settings);
    if (const QString& open = m_context.services.file(); !open.isEmpty())
        files.insert(files.begin(), std::filesystem::path(open.toStdString()));
    m_figureJob.start([id, files] { return findFigure(id, files); },
        [this, id](const profiler::Result<FoundFigure>& found) {
            if (found)
                openPlace(found->file, std::to_string(found->comparison.value), id.place);
            else
                m_context.status.say(Status::Bad, qt(found.error().message));
        });
}

void FileController::openSample()
{
    if (const auto sample = placeSample())
        openNewest(QString::fromStdString(sample->string()));
    else
        showError(QString::fromStdString(sample.error().message));
}

void FileController::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(&m_context.window, tr("Open a run database"),
        {}, tr("Run databases (*.fscope);;All files (*)"));
    if (!file.isEmpty())
        openNewest(file);
}

void FileController::readAgain()
{
    const QString file = m_context.services.file();
    if (file.isEmpty())
        return;
    const auto* shown = m_context.shown.comparison();
    const auto id = shown == nullptr || isStale() ? std::string()
                                                  : std::to_string(shown->result.info.id.value);
    openFile(std::filesystem::path(file.toStdString()), id);
    m_context.status.note(tr("Reading %1 again…").arg(file));
}

// ---- reading

/// Reading again while a recording goes on needs no word.
void FileController::showLoading()
{
    if (m_context.shown.comparison() != nullptr)
        return;
    m_skeletonTimer.start(untilSkeleton);
    m_slowTimer.start(untilProgress);
}

void FileController::endLoading()
{
    m_skeletonTimer.stop();
    m_slowTimer.stop();
    m_context.workspace.pages().setLoading(false);
    m_context.status.endJob();
    Q_EMIT loadingEnded();
}

void FileController::cancelLoading()
{
    m_source.cancel();
    endLoading();
    m_context.status.note(tr("Reading was cancelled."));
    m_context.workspace.showPage(PageId::Runs);
}

void FileController::takeLoaded(const std::shared_ptr<const JudgedComparison>& comparison)
{
    const auto* shown = m_context.shown.comparison();
    const profiler::ComparisonInfo& info = comparison->result.info;
    const bool same = shown != nullptr && shown->result.info.id == info.id
        && shown->result.info.started == info.started;
    if (!same)
        m_context.status.clear(); // an error about what was shown before
    endStale();
    m_readAt = QDateTime::currentDateTime();
    if (const auto page = std::exchange(m_pageBeforeError, std::nullopt);
        page && m_context.workspace.currentId() == PageId::Runs)
        m_context.workspace.showPage(*page); // it could not be read before
    m_presentation.take(comparison, qt(m_source.file().string()));
}

/// What is shown stays, and so does the file that it is about.
void FileController::takeFailure(const QString& sentence)
{
    showError(sentence);
    const ComparisonView& view = m_context.shown.view();
    if (view.comparison == nullptr)
        return;
    setFile(view.file);
    m_source.follow(view.file.toStdString(), view.comparison->result.info);
    m_source.refreshList();
}

void FileController::showComparison(
    std::shared_ptr<const JudgedComparison> comparison, const QString& file)
{
    setFile(file);
    ComparisonView view = viewOf(std::move(comparison), m_context.shown.view());
    view.file = file;
    if (const auto wanted = std::exchange(m_wantedPlace, std::nullopt)) {
        if (auto placed = viewAt(view, *wanted))
            view = std::move(*placed);
        else
            m_context.status.say(Status::Warning, qt(placed.error().message));
    }
    m_context.shown.setView(std::move(view));
}

void FileController::showRuns(
    const std::vector<storage::ComparisonSummary>& summaries, const QString& file)
{
    setFile(file);
    m_context.services.setRuns(summaries);
    Q_EMIT runsListed();
    if (Page* page = m_context.workspace.currentPage())
        page->showRuns(summaries, file);
}

void FileController::showError(const QString& sentence)
{
    endLoading();
    m_context.status.say(Status::Bad, sentence,
        QStringLiteral("%1\n%2\nFusescope %3")
            .arg(sentence, m_context.services.file(), QGuiApplication::applicationVersion()));
    Workspace& workspace = m_context.workspace;
    if (m_context.shown.comparison() != nullptr || workspace.currentId() == PageId::Runs)
        return;
    m_pageBeforeError = workspace.currentId();
    workspace.showPage(PageId::Runs);
}

void FileController::setFile(const QString& file)
{
    m_context.services.setFile(file);
    describeFile();
}

/// "mlp.fscope, 1.2 MiB".
void FileController::describeFile()
{
    const QFileInfo file(m_context.services.file());
    m_context.status.setDatabase(file.exists()
            ? file.fileName() + QStringLiteral(", ") + qt(profiler::formatBytes(file.size()))
            : file.fileName());
}

// ---- a file that is moved, cut off or replaced: what was read stays

void FileController::becomeStale(const QString& reason)
{
    m_staleReason = reason;
    m_banner.tell(tr("%1. What is shown was read at %2 and stays valid; notes and the goal wait "
                     "until it can be stored there again, or save a copy.")
                      .arg(capitalized(reason), m_readAt.toString(QStringLiteral("HH:mm"))));
    describeFile();
}

void FileController::endStale()
{
    if (!isStale())
        return;
    m_staleReason.clear();
    m_banner.tell({});
    m_context.services.notes()->tryAgain();
    m_presentation.tryAgain();
}

} // namespace ui
