// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/new_comparison_page.h"

#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/plan/plan_json.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/new_comparison/cases_block.h"
#include "ui/pages/new_comparison/checks_panel.h"
#include "ui/pages/new_comparison/command_panel.h"
#include "ui/pages/new_comparison/draft_blocks.h"
#include "ui/pages/new_comparison/load_block.h"
#include "ui/pages/new_comparison/measurement_block.h"
#include "ui/pages/new_comparison/model_block.h"
#include "ui/pages/new_comparison/start_panel.h"
#include "ui/pages/new_comparison/time_panel.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/bordered_bar.h"
#include "ui/widgets/button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_column.h"

#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QSaveFile>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ui {

namespace {

using namespace std::chrono_literals;

constexpr int formMargin = 16;
constexpr int formGap = 12;
constexpr int rightWidth = 404;
constexpr auto tuneCommand = QLatin1String("tune");

QStringList askedOf(QStringList words, const QString& python)
{
    words << QStringLiteral("--json");
    if (!python.isEmpty())
        words << QStringLiteral("--python") << python;
    return words;
}

/// For its estimate: interpreter and device are the other machine's.
profiler::Plan plannedHere(profiler::Plan plan)
{
    plan.python.clear();
    plan.numeric.device = profiler::Plan {}.numeric.device;
    return plan;
}

} // namespace

PageDescriptor NewComparisonPage::descriptor()
{
    return {.id = PageId::NewComparison,
        .icon = Icon::Plus,
        .name = tr("New comparison"),
        .question = tr("What shall be compared?"),
        .help = tr("Model, cases, goal, variants and effort of a new recording, with the command "
                   "line that does the same."),
        .needsComparison = false,
        .hasOwnBar = true,
        .commands = {{tuneCommand, tr("Tune: search the best setting"),
            tr("Modes, options, layouts and parts of the model of the draft, within 20 minutes"),
            {}}},
        .make = [](PageServices& services) -> Page* {
            auto* page = newPage<NewComparisonPage>(services);
            if (!services.draftFile().isEmpty())
                page->setDraftFile(services.draftFile());
            connect(page, &NewComparisonPage::tuningRequested, &services,
                &PageServices::tuningRequested);
            connect(
                page, &NewComparisonPage::startRequested, &services, &PageServices::startRequested);
            const auto follow
                = [page, &job = services.recording()] { page->setRecording(job.isRunning()); };
            connect(&services.recording(), &RecordingJob::changed, page, follow);
            follow();
            return page;
        }};
}

NewComparisonPage::NewComparisonPage(const Theme& theme)
    : Page(theme)
    , m_headline(new HeadlinePanel(theme, tr("What the draft takes"), 14))
    , m_left(new ScrollColumn)
    , m_right(new ScrollColumn)
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(createBar());
    auto* page = new QVBoxLayout;
    page->setContentsMargins(formMargin, formMargin, 0, 0);
    page->setSpacing(formGap);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, formMargin, 0);
    head->addWidget(m_headline);
    page->addLayout(head);
    m_columns = new QHBoxLayout;
    m_columns->setSpacing(formGap);
    page->addLayout(m_columns, 1);
    outer->addLayout(page, 1);
    createBlocks();
    createRight();
    arrange();

    m_storeTimer.setSingleShot(true);
    m_storeTimer.setInterval(500ms);
    connect(&m_storeTimer, &QTimer::timeout, this, &NewComparisonPage::storeDraft);
    connect(&m_planCheck, &PlanCheck::checked, this, &NewComparisonPage::takeAnswer);
    connect(&m_machineCall, &ProgramCall::answered, this, &NewComparisonPage::takeMachine);
    connect(&m_modelsCall, &ProgramCall::answered, this, [this](const ProgramAnswer& answer) {
        if (answer.exitCode == 0)
            m_model->setKnownModels(knownModelsFrom(answer.output));
    });
    connect(&m_machinesCall, &ProgramCall::answered, this, [this](const ProgramAnswer& answer) {
        if (answer.exitCode == 0)
            m_measurement->setMachines(knownMachinesFrom(answer.output));
    });
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | key), this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, &NewComparisonPage::start);
    }
    setDraft(newDraft());
}

NewComparisonPage::~NewComparisonPage()
{
    if (m_storeTimer.isActive())
        storeDraft();
}

QWidget* NewComparisonPage::createBar()
{
    auto* bar
        = new BorderedBar(theme(), Qt::BottomEdge); // as the comparison bar looks on other pages
    bar->setFixedHeight(52);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(18, 0, 16, 0);
    row->setSpacing(10);
    m_origin = new ElidedLabel(Qt::ElideMiddle);
    m_origin->setFont(uiFont(type::caption));
    m_origin->setForegroundRole(QPalette::PlaceholderText);
    auto* fresh = new Button(theme(), ButtonKind::Secondary, tr("Reset"));
    auto* open = new Button(theme(), ButtonKind::Secondary, tr("Open plan…"), Icon::Open);
    auto* save = new Button(theme(), ButtonKind::Secondary, tr("Save plan…"), Icon::Export);
    row->addWidget(makeLabel(tr("New comparison"), uiFont(type::title, QFont::DemiBold)));
    row->addWidget(m_origin, 1);
    m_copyOpen = new Button(theme(), ButtonKind::Secondary, {}, Icon::Copy);
    m_copyOpen->hide();
    connect(m_copyOpen, &Button::clicked, this, &NewComparisonPage::copyOpenPlan);
    for (Button* button : {m_copyOpen, fresh, open, save}) {
        button->setButtonSize(ButtonSize::Compact);
        row->addWidget(button);
    }
    connect(fresh, &Button::clicked, this, [this] { setDraft(newDraft()); });
    connect(open, &Button::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(
            this, tr("Open plan"), {}, tr("Plans (*.json);;All files (*)"));
        if (!file.isEmpty())
            openPlan(file);
    });
    connect(save, &Button::clicked, this, [this] {
        const QString file = QFileDialog::getSaveFileName(
            this, tr("Save plan"), QStringLiteral("plan.json"), tr("Plans (*.json)"));
        if (!file.isEmpty())
            savePlan(file);
    });
    return bar;
}

void NewComparisonPage::createBlocks()
{
    m_model = new ModelBlock(theme());
    m_measurement = new MeasurementBlock(theme());
    m_blocks = {m_model, new CasesBlock(theme()), newGoalBlock(theme()), newVariantsBlock(theme()),
        m_measurement, new LoadBlock(theme())};
    m_left->setFocusPolicy(Qt::NoFocus);
    m_left->column()->setContentsMargins(0, 0, 2, formMargin);
    m_left->column()->setSpacing(formGap);
    m_left->column()->addStretch(1);
    for (DraftPanel* block : m_blocks) {
        m_left->column()->insertWidget(m_left->column()->count() - 1, block);
        connect(block, &DraftPanel::edited, this, &NewComparisonPage::takeEdit);
    }
}

void NewComparisonPage::createRight()
{
    m_command = new CommandPanel(theme());
    m_time = new TimePanel(theme());
    m_checks = new ChecksPanel(theme());
    m_start = new StartPanel(theme());
    for (Panel* panel : std::initializer_list<Panel*> {m_command, m_time, m_checks})
        panel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_right->setFocusPolicy(Qt::NoFocus);
    m_right->column()->setContentsMargins(0, 0, 2, 0);
    m_right->column()->setSpacing(formGap);
    m_right->column()->addStretch(1);
    m_rightColumn = new QVBoxLayout;
    m_rightColumn->setContentsMargins(0, 0, formMargin - 2, formMargin);
    m_rightColumn->setSpacing(formGap);
    m_rightColumn->addWidget(m_right, 1);
    m_columns->addWidget(m_left, 1);
    m_columns->addLayout(m_rightColumn);
    connect(m_start, &StartPanel::startRequested, this, &NewComparisonPage::start);
    connect(
        m_start, &StartPanel::startWhenQuietRequested, this, &NewComparisonPage::startWhenQuiet);
    connect(m_start, &StartPanel::tuneRequested, this, &NewComparisonPage::tune);
    connect(m_command, &CommandPanel::copyRequested, this, &NewComparisonPage::copy);
    connect(m_checks, &ChecksPanel::copyRequested, this, &NewComparisonPage::copy);
    connect(m_checks, &ChecksPanel::againRequested, this, &NewComparisonPage::askMachine);
}

/// Wide: two columns, Start under the right one. Small: everything in one column, Start above.
void NewComparisonPage::arrange()
{
    m_right->setVisible(!m_compact);
    QVBoxLayout* column = m_compact ? m_left->column() : m_right->column();
    const auto panels = m_compact ? std::array<Panel*, 3> {m_time, m_checks, m_command}
                                  : std::array<Panel*, 3> {m_command, m_time, m_checks};
    for (Panel* panel : panels) {
        column->insertWidget(column->count() - 1, panel); // the stretch stays last
        panel->show();
    }
    if (!m_compact) {
        m_rightColumn->addWidget(m_start);
        m_start->setFixedWidth(rightWidth);
        m_right->setFixedWidth(rightWidth + 2);
    } else {
        m_headline->row().addWidget(m_start);
        m_start->setFixedWidth(364);
    }
    m_left->column()->setContentsMargins(0, 0, m_compact ? formMargin - 2 : 2, formMargin);
    m_rightColumn->setContentsMargins(
        0, 0, m_compact ? 0 : formMargin - 2, m_compact ? 0 : formMargin);
}

/// By its own width: beside the right column the tables need more than other pages' small
/// arrangement leaves them.
void NewComparisonPage::resizeEvent(QResizeEvent* event)
{
    constexpr int twoColumnsFrom = 1340;
    Page::resizeEvent(event);
    if (std::exchange(m_compact, event->size().width() < twoColumnsFrom) != m_compact)
        arrange();
}

void NewComparisonPage::showView(const ComparisonView& /*view*/)
{
    if (std::exchange(m_asked, true))
        return;
    askMachines();
    askMachine();
    askModels();
    examine();
}

bool NewComparisonPage::isReady() const
{
    return m_asked && !m_planCheck.isPending() && !m_machineCall.isRunning()
        && !m_modelsCall.isRunning() && !m_machinesCall.isRunning();
}

QString NewComparisonPage::verdictSentence() const
{
    return headlineOf(m_state).sentence.remove(QStringLiteral("**"));
}

// ---- the draft

void NewComparisonPage::setDraft(PlanDraft draft)
{
    m_draft = std::move(draft);
    m_edited = false;
    for (DraftPanel* block : m_blocks)
        block->showDraft(m_draft);
    m_origin->setText(m_draft.origin.isEmpty() ? tr("a new draft · not started")
                                               : tr("%1 · not started").arg(m_draft.origin));
    examine();
}

void NewComparisonPage::setDraftFile(const QString& file)
{
    m_draftFile = file;
    QFile stored(file);
    if (!stored.open(QIODevice::ReadOnly))
        return;
    if (auto draft = draftFromJson(stored.readAll())) {
        setDraft(std::move(*draft));
        m_edited = m_draft != newDraft();
    }
}

void NewComparisonPage::storeDraft()
{
    m_storeTimer.stop();
    if (m_draftFile.isEmpty())
        return;
    QDir().mkpath(QFileInfo(m_draftFile).absolutePath());
    QSaveFile file(m_draftFile);
    if (file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && file.write(toJson(m_draft)) > 0)
        file.commit();
}

void NewComparisonPage::showPlan(const profiler::Plan& plan, const QString& origin)
{
    PlanDraft draft = draftOf(plan);
    draft.origin = origin;
    setDraft(std::move(draft));
    m_storeTimer.start();
}

/// An import was recorded by another tool: it has no plan to run.
void NewComparisonPage::enter(const ComparisonView& view)
{
    if (m_asked) // names may have been given meanwhile
        askMachines();
    if (view.comparison == nullptr
        || view.comparison->result.plan.workload.spec == profiler::importedSpec)
        return;
    m_openPlan = profiler::planToRepeat(view.comparison->data);
    m_openName = qt(view.comparison->result.info.name);
    constexpr qsizetype longest = 28;
    m_copyOpen->setAccessibleName(tr("Copy the open comparison"));
    m_copyOpen->setText(
        tr("Copy from %1")
            .arg(m_openName.size() > longest ? m_openName.left(longest - 1) + QChar(0x2026)
                                             : m_openName));
    m_copyOpen->show();
    if (!m_edited)
        copyOpenPlan();
}

void NewComparisonPage::copyOpenPlan()
{
    if (m_openPlan)
        showPlan(*m_openPlan, tr("copied from %1").arg(m_openName));
}

void NewComparisonPage::openPlan(const QString& file)
{
    QFile stored(file);
    if (!stored.open(QIODevice::ReadOnly)) {
        Q_EMIT noted(tr("%1 cannot be read; choose another file.").arg(file));
        return;
    }
    const auto plan = profiler::planFromJson(stored.readAll().toStdString());
    if (!plan) {
        Q_EMIT noted(tr("%1 is no plan: %2.").arg(file, qt(plan.error().message)));
        return;
    }
    showPlan(*plan, tr("opened from %1").arg(QFileInfo(file).fileName()));
    m_edited = true; // chosen: not to be replaced by what is open
}

void NewComparisonPage::savePlan(const QString& file)
{
    const auto made = plan();
    if (!made) {
        Q_EMIT noted(tr("Not saved: %1.").arg(m_state.whyNotStart()));
        return;
    }
    QSaveFile stored(file);
    if (stored.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
        && stored.write(QByteArray::fromStdString(profiler::planToJson(*made))) > 0
        && stored.commit())
        Q_EMIT noted(tr("Saved the plan as %1.").arg(file));
    else
        Q_EMIT noted(tr("%1 cannot be written; choose another place.").arg(file));
}

void NewComparisonPage::takeEdit()
{
    m_edited = true;
    for (const DraftPanel* block : m_blocks)
        block->store(m_draft);
    m_storeTimer.start();
    examine();
    if (!m_asked)
        return;
    const bool otherPython = m_draft.python != m_pythonAsked;
    if (otherPython || m_draft.machine != m_machineAsked)
        askMachine();
    if (otherPython)
        askModels();
}

std::optional<profiler::Plan> NewComparisonPage::plan() const
{
    auto made = planOf(m_draft);
    if (!made)
        return std::nullopt;
    // As the command line does it: workers start where the program was started.
    if (made->workload.workingDirectory.empty())
        made->workload.workingDirectory = QDir::currentPath().toStdString();
    return std::move(*made);
}

void NewComparisonPage::examine()
{
    m_state.problems = problemsOf(m_draft);
    m_state.variants = m_draft.variants.size();
    m_state.cases = caseCountOf(m_draft);
    m_state.elsewhere = m_draft.machine;
    m_state.refusal.clear();
    m_state.checking = m_state.problems.empty();
    const auto made = m_state.problems.empty() ? plan() : std::nullopt;
    if (made && m_asked) {
        m_planCheck.check(m_draft.machine.isEmpty() ? *made : plannedHere(*made));
    } else {
        m_planCheck.drop();
        m_state.estimate.reset();
    }
    m_command->showPlan(made, m_draft.output.trimmed(), m_draft.machine);
    showState();
}

void NewComparisonPage::takeAnswer(const PlanAnswer& answer)
{
    m_state.checking = false;
    if (m_draft.machine.isEmpty()) // else the other machine has the say
        m_state.refusal = answer.refusal;
    m_state.estimate = answer.estimate;
    showState();
}

// ---- the machine

void NewComparisonPage::askMachine()
{
    m_state.machineChecking = true;
    m_state.machine.clear(); // it was of another one
    m_pythonAsked = m_draft.python;
    m_machineAsked = m_draft.machine;
    m_checks->setChecking(m_draft.machine);
    const bool known = std::ranges::none_of(m_state.problems,
        [](const DraftProblem& problem) { return problem.block == DraftBlock::Measurement; });
    if (m_draft.machine.isEmpty())
        m_machineCall.start(askedOf({QStringLiteral("doctor")}, m_draft.python.trimmed()));
    else if (known)
        m_machineCall.start(
            askedOf({QStringLiteral("remote"), QStringLiteral("doctor"), m_draft.machine},
                m_draft.python.trimmed()));
    else
        m_machineCall.stop();
    m_state.machineChecking = m_machineCall.isRunning();
    showState();
}

void NewComparisonPage::askMachines()
{
    m_machinesCall.start(
        {QStringLiteral("remote"), QStringLiteral("list"), QStringLiteral("--json")});
}

void NewComparisonPage::takeMachine(const ProgramAnswer& answer)
{
    m_state.machineChecking = false;
    m_state.machine = machineChecksFrom(answer);
    if (!m_machineAsked.isEmpty() && answer.output.trimmed().isEmpty())
        m_state.machine.front().name = QStringLiteral("machine"); // it did not come to its Python
    m_checks->showChecks(m_state.machine);
    m_measurement->setMachineChecks(m_state.machine);
    showState();
}

void NewComparisonPage::askModels()
{
    const bool here = m_draft.machine.isEmpty(); // else the interpreter is one there
    m_modelsCall.start(
        askedOf({QStringLiteral("models")}, here ? m_draft.python.trimmed() : QString()));
}

// ---- what is shown

void NewComparisonPage::showState()
{
    m_headline->showHeadline(headlineOf(m_state));
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        const auto block = static_cast<DraftBlock>(i);
        QString problem;
        for (const DraftProblem& each : m_state.problems)
            if (each.block == block)
                problem = each.sentence;
        if (problem.isEmpty() && !m_state.refusal.isEmpty() && blockOf(m_state.refusal) == block)
            problem = m_state.refusal;
        if (problem.isEmpty() && m_state.checking && m_asked)
            m_blocks.at(i)->setWaiting();
        else
            m_blocks.at(i)->setProblem(problem);
    }
    m_time->showEstimate(m_state.estimate,
        m_state.checking ? tr("checking the plan…")
                         : tr("It is known when every block is in order."));
    m_start->showState(m_state);
}

void NewComparisonPage::setRecording(bool recording)
{
    m_state.recording = recording;
    showState();
}

std::optional<profiler::Plan> NewComparisonPage::planToRun()
{
    auto made = plan();
    if (!made || !m_state.whyNotStart().isEmpty()) {
        Q_EMIT noted(startText(m_state));
        return std::nullopt;
    }
    storeDraft();
    return made;
}

std::filesystem::path NewComparisonPage::output() const
{
    return m_draft.output.trimmed().toStdString();
}

void NewComparisonPage::start()
{
    if (const auto made = planToRun())
        Q_EMIT startRequested(*made, output(), {.machine = m_draft.machine});
}

void NewComparisonPage::startWhenQuiet()
{
    if (const auto made = planToRun())
        Q_EMIT startRequested(*made, output(), {.machine = m_draft.machine, .whenQuiet = true});
}

void NewComparisonPage::tune()
{
    if (!m_draft.machine.isEmpty()) {
        Q_EMIT noted(tuneIsHereText() + u'.');
        return;
    }
    if (const auto made = planToRun())
        Q_EMIT tuningRequested(*made, output());
}

void NewComparisonPage::runCommand(const QString& id)
{
    if (id == tuneCommand)
        tune();
}

void NewComparisonPage::copy(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT noted(tr("Copied the command."));
}

} // namespace ui
