// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/live_page.h"

#include "profiler/judge/speed_up.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/variant.h"
#include "profiler/report/text/log_excerpt.h"
#include "profiler/report/text/shown_texts.h"
#include "storage/file/run_database.h"
#include "ui/charts/block_chart.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/live/crash_panel.h"
#include "ui/pages/live/live_progress_table.h"
#include "ui/pages/live/log_panel.h"
#include "ui/pages/live/now_panel.h"
#include "ui/pages/live/workers_table.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/asking_button.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/tab_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ui {

namespace {

using namespace std::chrono_literals;

constexpr int livePageMargin = 16;
constexpr int livePageGap = 12;
constexpr std::size_t mostLogLines = 2000;

/// As many as the page shows. A log that cannot be read has none: the next flush may bring them.
std::vector<profiler::LogLine> lastLines(
    const std::filesystem::path& file, const profiler::ComparisonInfo& info)
{
    profiler::LogExcerpt excerpt(
        {.firstBytes = 0, .lastBytes = std::size_t {8} << 20, .lineBytes = 4096});
    const auto take = [&excerpt](profiler::LogLine&& line) {
        excerpt.add(std::move(line));
        return true;
    };
    if (!storage::readLog(file, info.id, take))
        return {};
    auto lines = excerpt.take();
    profiler::cutTexts(lines);
    return lines;
}

QStringList namesOf(const profiler::Plan& plan)
{
    QStringList names;
    for (const auto& variant : plan.variants)
        names << qt(variant.name);
    return names;
}

QWidget* newRow()
{
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(livePageGap);
    return box;
}

QHBoxLayout* rowOf(QWidget* box)
{
    return static_cast<QHBoxLayout*>(box->layout());
}

/// What the dashed brackets are.
QString progressFoot(const LiveProgress& liveProgress)
{
    const bool few = std::any_of(
        liveProgress.rows.begin(), liveProgress.rows.end(), [](const LiveProgressRow& row) {
            return row.ratio
                && row.dots.size() < static_cast<std::size_t>(profiler::repetitionsForVerdict);
        });
    const QString words = few
        ? QObject::tr("Dashed: the range of the finished processes (with one: inside it); from "
                      "three on the 95 % interval.")
        : QObject::tr("Dashed: the 95 % interval of the finished processes.");
    return liveProgress.noisePercent
        ? words + QObject::tr(" Noise: ±%1 %.").arg(*liveProgress.noisePercent, 0, 'f', 1)
        : words;
}

} // namespace

PageDescriptor LivePage::descriptor()
{
    return {.id = PageId::Live,
        .icon = Icon::Play,
        .name = tr("Live progress"),
        .question = tr("How far is the recording?"),
        .help = tr("What the recording does now, what is done and how long the rest takes. Ratios "
                   "so far are provisional until three processes of each variant have finished. "
                   "Stop ends after the running block and keeps what was measured."),
        .needsComparison = false,
        .make = [](PageServices& services) -> Page* {
            auto* page = new LivePage(services.theme());
            page->setJob(&services.recording());
            return page;
        }};
}

LivePage::LivePage(const Theme& theme)
    : Page(theme)
    , m_stack(new QStackedWidget)
    , m_scroll(new ScrollColumn)
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    m_stack->addWidget(createEmpty());
    m_stack->addWidget(m_scroll);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->widget()->setAutoFillBackground(true); // so that scrolling moves what stands there
    m_scroll->column()->setContentsMargins(
        livePageMargin, livePageMargin, livePageMargin, livePageMargin);
    m_scroll->column()->setSpacing(livePageGap);
    createPanels();
    arrange();
    connect(&m_source, &ComparisonSource::loaded, this, &LivePage::takeComparison);
    connect(&m_tick, &QTimer::timeout, this, &LivePage::refresh);
    m_tick.setInterval(1s);
}

QWidget* LivePage::createHeadline()
{
    m_headline = new HeadlinePanel(theme(), tr("Progress"), 12);
    m_pause = new Button(theme(), ButtonKind::Secondary, tr("Pause after this round"));
    m_cancel = new AskingButton(theme(), ButtonKind::Secondary, tr("Cancel"));
    m_extend = new Button(theme(), ButtonKind::Secondary, tr("Extend"), Icon::Plus);
    m_extend->setToolTip(tr("Record the repetitions that are missing into the same comparison"));
    for (Button* button : std::initializer_list<Button*> {m_pause, m_cancel, m_extend})
        m_headline->row().addWidget(button);
    connect(m_pause, &Button::clicked, this, &LivePage::pauseOrResume);
    connect(m_cancel, &AskingButton::confirmed, this, &LivePage::cancel);
    connect(m_extend, &Button::clicked, this, [this] { retry(-1); });
    return m_headline;
}

QWidget* LivePage::createEmpty()
{
    auto* record = new Button(theme(), ButtonKind::Primary, tr("New comparison"), Icon::Plus);
    auto* runs = new Button(theme(), ButtonKind::Secondary, tr("Runs"), Icon::Runs);
    connect(
        record, &Button::clicked, this, [this] { Q_EMIT pageRequested(PageId::NewComparison); });
    connect(runs, &Button::clicked, this, [this] { Q_EMIT pageRequested(PageId::Runs); });
    return newEmptyPage(tr("Nothing is being recorded"),
        tr("A recording that this window or a terminal starts is followed here."), {record, runs});
}

void LivePage::createPanels()
{
    m_scroll->column()->addWidget(createHeadline());
    m_workersPanel = new Panel(theme(), tr("Workers"));
    m_workersPanel->setCaption(
        tr("one fresh process in each cell; columns run from left to right"));
    m_workersPanel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_workers = new WorkersTable(theme());
    m_workersPanel->body()->addWidget(m_workers);
    m_scroll->column()->addWidget(m_workersPanel);
    connect(m_workers, &WorkersTable::skipRequested, this, &LivePage::skip);
    connect(m_workers, &WorkersTable::retryRequested, this, &LivePage::retry);

    m_progressPanel = new Panel(theme(), tr("So far"));
    m_liveProgress = new LiveProgressTable(theme());
    m_progressFoot = makeLabel({}, uiFont(type::small), QPalette::PlaceholderText);
    m_progressFoot->setWordWrap(true);
    m_progressPanel->body()->addWidget(m_liveProgress, 1);
    m_progressPanel->body()->addWidget(m_progressFoot);

    m_blocksPanel = new Panel(theme(), tr("Latest blocks"));
    m_blocks = new BlockChart(theme(), m_blocksPanel);
    m_blocks->setMinimumHeight(180);
    m_blocksPanel->body()->addWidget(m_blocks, 1);
    m_blocksFoot = makeLabel({}, uiFont(type::small), QPalette::PlaceholderText);
    m_blocksFoot->setWordWrap(true);
    m_blocksFoot->hide();
    m_blocksPanel->body()->addWidget(m_blocksFoot);

    m_now = new NowPanel(theme());
    m_crash = new CrashPanel(theme());
    m_crash->hide();
    m_log = new LogPanel(theme());
    connect(m_now, &NowPanel::skipRequested, this, &LivePage::skip);
    connect(m_crash, &CrashPanel::retryRequested, this, &LivePage::retry);
    connect(m_crash, &CrashPanel::linesRequested, this, &LivePage::showLines);

    m_middle = newRow();
    m_middle->setMinimumHeight(230);
    m_lower = newRow();
    m_lower->setMinimumHeight(220);
    m_scroll->column()->addWidget(m_middle, 5);
    m_scroll->column()->addWidget(m_lower, 4);
    m_tabs = new TabStrip(theme());
    m_tabs->setTabs({tr("So far"), tr("Latest blocks"), tr("Now"), tr("Log")});
    m_tabPages = new QStackedWidget;
    m_tabPages->setMinimumHeight(240);
    for (int i = 0; i < 4; ++i)
        m_tabPages->addWidget(newRow());
    connect(m_tabs, &TabStrip::currentChanged, m_tabPages, &QStackedWidget::setCurrentIndex);
    m_scroll->column()->addWidget(m_tabs);
    m_scroll->column()->addWidget(m_tabPages, 1);
}

/// Wide: everything at once. Small: what is below the grid becomes tabs.
void LivePage::arrange()
{
    m_tabs->setVisible(isCompact());
    m_tabPages->setVisible(isCompact());
    m_middle->setVisible(!isCompact());
    m_lower->setVisible(!isCompact());
    const auto row = [this](int tab, QWidget* wide) {
        return rowOf(isCompact() ? m_tabPages->widget(tab) : wide);
    };
    row(0, m_middle)->addWidget(m_progressPanel, 1);
    row(1, m_middle)->addWidget(m_blocksPanel, 1);
    row(2, m_lower)->addWidget(m_now, 9);
    row(2, m_lower)->addWidget(m_crash, 10);
    row(3, m_lower)->addWidget(m_log, 12);
    for (QWidget* widget :
        std::initializer_list<QWidget*> {m_progressPanel, m_blocksPanel, m_now, m_log})
        widget->show();
}

void LivePage::compactChanged()
{
    arrange();
    m_workersPanel->setCaption(isCompact()
            ? QString()
            : tr("one fresh process in each cell; columns run from left to right"));
}

bool LivePage::isReady() const
{
    return !m_evidenceJob.isRunning();
}

QString LivePage::verdictSentence() const
{
    return m_stack->currentIndex() == 0 ? QString()
                                        : headlineOf(m_state).sentence.remove(QStringLiteral("**"));
}

void LivePage::setJob(RecordingJob* job)
{
    m_job = job;
    connect(job, &RecordingJob::changed, this, &LivePage::refresh);
    connect(job, &RecordingJob::opened, this, &LivePage::follow);
    connect(job, &RecordingJob::ended, this, &LivePage::follow);
    if (job->isRunning())
        follow();
}

/// Reads the comparison that the job records into.
void LivePage::follow()
{
    m_ofJob = true;
    m_state.job = m_job;
    m_file = m_job->file();
    std::error_code ignored;
    const bool there = std::filesystem::exists(m_file, ignored);
    const std::int64_t id = m_job->comparison();
    if (!m_job->hasRow())
        m_state.view = {}; // the file may hold others, which it is not
    else if (there && m_job->end() != JobEnd::NotStarted)
        m_source.open(m_file, id > 0 ? std::to_string(id) : std::string());
    refresh();
}

void LivePage::showView(const ComparisonView& view)
{
    // A job of this window comes first; without one, what is open is followed by the window.
    const bool running = m_job != nullptr && m_job->isRunning();
    if (running && !m_ofJob)
        follow();
    const auto* comparison = view.comparison.get();
    const bool sameAsJob = m_ofJob && m_job != nullptr && m_state.view.comparison != nullptr
        && comparison != nullptr
        && comparison->result.info.id == m_state.view.comparison->result.info.id;
    if (m_ofJob && (running || sameAsJob || comparison == nullptr)) {
        if (sameAsJob)
            m_state.view.caseIndex = view.caseIndex;
        refresh();
        return;
    }
    m_ofJob = false;
    m_state.job = nullptr;
    m_state.view = view;
    m_file = view.file.toStdString();
    prepare();
    refresh();
}

void LivePage::takeComparison(std::shared_ptr<const JudgedComparison> comparison)
{
    if (!m_ofJob)
        return;
    m_state.view = viewOf(std::move(comparison), m_state.view);
    prepare();
    refresh();
}

void LivePage::prepare()
{
    if (m_state.view.comparison == nullptr)
        return;
    m_evidenceJob.start(
        [comparison = m_state.view.comparison, caseIndex = m_state.view.caseIndex, file = m_file] {
            Evidence evidence {.blocks = profiler::blockSeries(comparison->data, caseIndex)};
            evidence.log
                = logRows(comparison->data, lastLines(file, comparison->result.info), mostLogLines);
            return evidence;
        },
        [this](Evidence evidence) { takeEvidence(std::move(evidence)); });
}

void LivePage::takeEvidence(Evidence evidence)
{
    m_evidence = std::move(evidence);
    m_blocks->setSeries(m_evidence.blocks, waitingText(m_state));
    const QString outliers = qt(profiler::blockOutliersText(m_evidence.blocks));
    m_blocksFoot->setText(outliers.isEmpty() ? outliers : tr("◯ %1").arg(outliers));
    m_blocksFoot->setVisible(!outliers.isEmpty());
    m_log->showRows(m_state.job == nullptr ? m_evidence.log
                                           : withJobLines(m_evidence.log, m_state.job->lines()));
}

void LivePage::refresh()
{
    const bool any = m_state.view.comparison != nullptr
        || (m_state.job != nullptr && m_state.job->state() != JobState::None);
    m_stack->setCurrentIndex(any ? 1 : 0);
    const bool running = any && m_state.isRunning();
    if (running != m_tick.isActive())
        running ? m_tick.start() : m_tick.stop();
    if (!any)
        return;
    showGrid();
    showHeadline();
    m_now->showState(m_state);
    const auto failure = lastFailure(m_state);
    m_crash->setVisible(failure.has_value());
    if (failure)
        m_crash->showFailure(*failure, running);
}

void LivePage::showHeadline()
{
    m_headline->showHeadline(headlineOf(m_state));
    const RecordingJob* job = m_state.job;
    const bool mine = job != nullptr && job->isRunning();
    const JobState state = mine ? job->state() : JobState::None;
    m_pause->setVisible(mine);
    m_cancel->setVisible(mine);
    const bool waits = state == JobState::Pausing || state == JobState::Paused;
    m_pause->setText(waits ? tr("Go on") : tr("Pause after this round"));
    m_pause->setAccessibleName(m_pause->text());
    m_pause->setEnabled(waits || state == JobState::Running);
    if (state == JobState::Stopping)
        m_cancel->setTexts(tr("Stop now"), {});
    else
        m_cancel->setTexts(
            tr("Cancel"), state == JobState::Starting ? QString() : tr("End the recording?"));
    m_cancel->setEnabled(state != JobState::Killing);
    m_cancel->setToolTip(state == JobState::Stopping
            ? tr("Ends the workers at once; what is stored stays")
            : tr("Finishes the running block, stores it and ends"));
    const bool partial = !m_state.isRunning() && m_state.view.comparison != nullptr
        && m_state.view.comparison->result.info.status == profiler::ComparisonStatus::Partial;
    m_extend->setVisible(partial && m_job != nullptr && !m_job->isRunning());
}

void LivePage::showGrid()
{
    if (m_state.view.comparison != nullptr) {
        m_state.grid = profiler::recordingGrid(m_state.view.comparison->data, utcNow());
        m_workers->showGrid(m_state.grid, namesOf(m_state.view.comparison->data.plan), m_state.job);
    } else if (m_job != nullptr) { // its row does not exist yet
        profiler::ComparisonData planned {.plan = m_job->plan()};
        planned.info.started = utcNow();
        m_state.grid = profiler::recordingGrid(planned, utcNow());
        m_workers->showGrid(m_state.grid, namesOf(m_job->plan()), m_state.job);
    }
    const bool judged = m_state.view.caseResult() != nullptr;
    const bool recorded = judged
        && m_state.view.comparison->result.info.status == profiler::ComparisonStatus::Complete;
    m_progressPanel->setCaption(recorded
            ? tr("one marker for each process; Overview has the verdict")
            : tr("provisional: one marker for each finished process; a verdict needs 3"));
    if (judged)
        m_liveProgress->showProgress(liveProgressOf(m_state.view));
    m_progressFoot->setText(progressFoot(m_liveProgress->liveProgress()));
    const int cases = judged ? static_cast<int>(m_state.view.comparison->result.cases.size()) : 1;
    m_blocksPanel->setCaption(cases > 1
            ? tr("median of each block, case %1").arg(qt(m_state.view.caseResult()->name))
            : tr("median of each block, process after process"));
}

// ---- what the user asks for

void LivePage::skip(int variant)
{
    if (m_job == nullptr || variant < 1
        || variant >= static_cast<int>(m_job->plan().variants.size()))
        return;
    const QString name = qt(m_job->plan().variants[static_cast<std::size_t>(variant)].name);
    m_job->skip(name);
    Q_EMIT noted(tr("No further process of %1 starts; what it gave stays.").arg(name));
}

/// While it records: from the next repetition on. Afterwards: one repetition more, of all.
void LivePage::retry(int variant)
{
    if (m_job == nullptr || m_state.view.comparison == nullptr)
        return;
    const auto& result = m_state.view.comparison->result;
    if (m_job->isRunning()) {
        if (variant < 0 || variant >= static_cast<int>(result.plan.variants.size()))
            return;
        const QString name = qt(result.plan.variants[static_cast<std::size_t>(variant)].name);
        m_job->retry(name);
        Q_EMIT noted(tr("%1 takes part again from the next repetition on.").arg(name));
        return;
    }
    const int missing = result.plan.protocol.repetitionsMin - m_state.grid.repetitionsDone;
    m_job->extend(
        m_file, result.info.id.value, variant >= 0 ? 1 : std::max(1, missing), result.plan);
}

void LivePage::pauseOrResume()
{
    const bool waits = m_job->state() == JobState::Pausing || m_job->state() == JobState::Paused;
    if (waits)
        m_job->resume();
    else
        m_job->pause();
}

void LivePage::cancel()
{
    m_job->stop();
}

void LivePage::showLines(profiler::ProcessIndex process)
{
    const auto& recorded = m_state.view.comparison->data;
    if (process.value < 0 || process.value >= static_cast<int>(recorded.processes.size()))
        return;
    const auto& start = recorded.processes[static_cast<std::size_t>(process.value)].start;
    m_log->showWorker(qt(recorded.plan.variants[static_cast<std::size_t>(start.variant)].name)
        + u' ' + QString::number(start.repetition + 1));
    m_tabs->setCurrent(3);
    m_tabPages->setCurrentIndex(3);
}

} // namespace ui
