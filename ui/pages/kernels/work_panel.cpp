// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_panel.h"

#include "profiler/evidence/ledger/ledger_groups.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/work_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/kernels/work_captions.h"
#include "ui/pages/kernels/work_table.h"
#include "ui/text/text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tab_strip.h"

#include <QSignalBlocker>

#include <algorithm>

namespace ui {

namespace {

using profiler::WorkGrouping;

enum Arranged { BySameWork, ByClass, ByModule, ByLine, ByDevice, Flat };

enum Scoped { ScopedPair, ScopedAll };

std::optional<WorkGrouping> groupingOf(int arranged)
{
    return arranged == Flat ? std::nullopt : std::optional(static_cast<WorkGrouping>(arranged));
}

/// The baseline, and what is neither hidden nor out of focus.
std::vector<int> variantsShown(const ComparisonView& view)
{
    std::vector<int> variants {0};
    for (int variant = 1; variant < static_cast<int>(view.caseResult()->variants.size()); ++variant)
        if (variant == view.focus || !view.isHidden(variant))
            variants.push_back(variant);
    return variants;
}

std::vector<int> pairOf(const ComparisonView& view)
{
    return view.focus == 0 ? std::vector {0} : std::vector {0, view.focus};
}

} // namespace

WorkPanel::WorkPanel(const Theme& theme)
    : PagePanel(theme, tr("Work"))
{
    createControls();
    m_matches = makeNote();
    m_table = new WorkTable(theme);
    m_note = makeNote();
    add({m_matches, m_table, m_note});
    connect(&m_reader, &WorkReader::arrived, this, &WorkPanel::takeReading);
    connect(&m_ledgers, &LedgerReader::arrived, this, &WorkPanel::showTable);
    connect(m_table, &WorkTable::groupChosen, this, &WorkPanel::toggle);
    connect(m_table, &WorkTable::workOpened, this, &WorkPanel::askForTimeline);
    connect(m_table, &WorkTable::choiceChanged, this, &WorkPanel::selectionChanged);
}

void WorkPanel::createControls()
{
    m_scope = new TabStrip(theme(), tr("Variants beside the baseline"), {tr("Pair"), tr("All")});
    m_scope->setToolTip(tr("The focused variant with all its figures, or time and change of every "
                           "variant that is not hidden"));
    m_filter = new TextField(theme(), tr("Filter names"));
    m_filter->setPlaceholderText(tr("Filter names"));
    m_filter->setToolTip(tr("Text or a regular expression; case makes no difference."));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(220);
    m_grouping = new TabStrip(theme(), tr("Arranged by"),
        {tr("Same work"), tr("Class"), tr("Module"), tr("Source line"), tr("Device"), tr("Flat")});
    m_grouping->setTabVisible(ByDevice, false);
    m_grouping->setCurrent(ByClass);
    auto* copy = makeCompactButton(theme(), tr("Copy table"), Icon::Copy);
    addControls({m_scope, m_filter, m_grouping, copy});
    connect(copy, &Button::clicked, this, [this] { m_table->copyTable(); });
    connect(m_scope, &TabStrip::currentChanged, this, &WorkPanel::changeScope);
    connect(m_grouping, &TabStrip::currentChanged, this, [this] {
        if (m_work)
            read();
        showTable();
    });
    connect(m_filter, &QLineEdit::textChanged, this, &WorkPanel::showTable);
}

void WorkPanel::showView(const ComparisonView& view)
{
    if (view.comparison != m_view.comparison)
        chooseGrouping(view);
    m_view = view;
    compare();
    if (!m_work) {
        forgetWork();
        return;
    }
    read();
    offerDevices();
    showTable();
}

void WorkPanel::forget()
{
    m_view = {};
    m_work = profiler::missing(profiler::ReasonKind::NotRecorded);
    forgetWork();
}

/// Rows that stayed would be spoken of by the view that is shown now.
void WorkPanel::forgetWork()
{
    m_reader.forget();
    m_ledgers.forget();
    m_everywhere = {};
    m_shown = {};
    m_table->showContents({}, false);
    Q_EMIT selectionChanged();
}

std::optional<WorkSelection> WorkPanel::selection() const
{
    const auto choice = m_table->choice();
    return choice && m_work ? workSelection(facts(), *choice) : std::nullopt;
}

/// With one variant there is nothing to choose.
void WorkPanel::compare()
{
    const auto& recorded = m_view.comparison->data;
    const auto& inCase = *m_view.caseResult();
    const auto shown = variantsShown(m_view);
    const auto everywhere = profiler::workOfVariants(recorded, inCase, shown);
    m_everywhere = everywhere.value_or(profiler::WorkOfVariants {});
    m_scope->setVisible(shown.size() > 2);
    m_work = showsAll() ? everywhere : profiler::workOfVariants(recorded, inCase, pairOf(m_view));
}

bool WorkPanel::showsAll() const
{
    return m_scope->current() == ScopedAll && m_everywhere.variants.size() > 2;
}

void WorkPanel::changeScope()
{
    if (m_view.caseResult() == nullptr || m_view.focused() == nullptr)
        return;
    showView(m_view);
    Q_EMIT workChanged();
}

/// Rows of traces may be many millions.
void WorkPanel::read()
{
    auto wanted = pairOf(m_view);
    if (showsAll())
        wanted = m_work->variants;
    m_reader.want(m_view, wanted);
    if (wantsLedger())
        m_ledgers.want(m_view);
}

/// Each comparison begins with what says most of it.
void WorkPanel::chooseGrouping(const ComparisonView& view)
{
    const QSignalBlocker quiet(m_grouping);
    if (hasGeneratedCode(view))
        m_grouping->setCurrent(BySameWork);
    else if (m_grouping->current() == BySameWork)
        m_grouping->setCurrent(ByClass);
}

/// Of a pair: each variant has its own compiled kernels.
bool WorkPanel::showsSameWork() const
{
    return m_grouping->current() == BySameWork && m_view.focus != 0 && !showsAll();
}

/// By places the ledger says it line by line, where the file holds generated code.
bool WorkPanel::wantsLedger() const
{
    return showsSameWork()
        || (isByPlace(groupingOf(m_grouping->current())) && m_view.focus != 0 && !showsAll()
            && hasGeneratedCode(m_view));
}

/// Null: none is shown, or there is none.
const LedgerReading* WorkPanel::readLedger() const
{
    const auto* reading = wantsLedger() ? m_ledgers.reading() : nullptr;
    return reading == nullptr || reading->ledger == nullptr ? nullptr : reading;
}

bool WorkPanel::isAwaited() const
{
    if (wantsLedger() && m_ledgers.reading() == nullptr)
        return true;
    if (m_grouping->current() == BySameWork || readLedger() != nullptr)
        return false;
    return needsTraces(groupingOf(m_grouping->current())) && !isRead();
}

bool WorkPanel::isRead() const
{
    return std::ranges::all_of(
        m_work->variants, [this](int variant) { return m_reader.reading().contains(variant); });
}

/// Where all runs on one device there is nothing to group by it.
void WorkPanel::offerDevices()
{
    const bool several = std::ranges::any_of(m_reader.reading(), [](const auto& side) {
        return side.second.details != nullptr && side.second.details->devices > 1;
    });
    const QSignalBlocker quiet(m_grouping);
    if (!several && m_grouping->current() == ByDevice)
        m_grouping->setCurrent(ByClass);
    m_grouping->setTabVisible(ByDevice, several);
}

/// A list by place was flat until now: the name chosen in it does not go into a closed group.
void WorkPanel::takeReading()
{
    if (!m_work)
        return;
    offerDevices();
    const auto before = m_table->choice();
    if (before && before->work && !m_shown.grouping && m_shown.filter.isEmpty()
        && needsTraces(groupingOf(m_grouping->current()))) {
        m_shown = arrangement(m_shown.filter);
        const auto groups = groupsWith(*before->work);
        const bool shown = std::ranges::any_of(
            groups, [this](const QString& group) { return m_shown.open.contains(group); });
        if (!groups.isEmpty() && !shown)
            open(groups.front());
    }
    showTable();
}

/// The classes of work that the step is about, and no other.
void WorkPanel::openStep(profiler::WaterfallStep step)
{
    const auto kinds = profiler::workKindsOf(step);
    if (kinds.empty() || !m_work)
        return;
    m_touched.insert(WorkGrouping::Class);
    m_open.clear();
    for (const auto kind : kinds)
        m_open.insert(classId(kind));
    m_grouping->setCurrent(ByClass);
    showTable();
}

/// While nobody chose what is open, the group that changed most is.
WorkArrangement WorkPanel::arrangement(WorkFilter filter)
{
    WorkArrangement made {.scope = showsAll() ? WorkScope::All : WorkScope::Pair,
        .grouping = groupingOf(m_grouping->current()),
        .groups = {},
        .open = {},
        .filter = std::move(filter)};
    const auto* same = showsSameWork() ? m_ledgers.reading() : nullptr;
    if (made.grouping == WorkGrouping::SameWork && (same == nullptr || same->ledger == nullptr))
        made.grouping = showsSameWork() ? std::nullopt : std::optional(WorkGrouping::Class);
    if (isByPlace(made.grouping) && readLedger() != nullptr) {
        showBranches(made);
        return made;
    }
    if (needsTraces(made.grouping) && !isRead())
        made.grouping.reset();
    if (!made.grouping)
        return made;
    std::vector<const profiler::WorkDetails*> details;
    for (const int variant : m_work->variants) {
        const auto read = m_reader.reading().find(variant);
        details.push_back(read == m_reader.reading().end() ? nullptr : read->second.details.get());
    }
    made.groups = made.grouping == WorkGrouping::SameWork
        ? profiler::groupSameWork(*m_work, same->ledger)
        : profiler::groupWork(*m_work, *made.grouping, details);
    made.open = m_open;
    if (!made.groups.empty() && !m_touched.contains(*made.grouping))
        made.open = {groupId(*made.grouping, made.groups.front())};
    return made;
}

void WorkPanel::showBranches(WorkArrangement& made) const
{
    const auto& reading = *readLedger();
    made.open = m_touched.contains(*made.grouping) ? m_open : openAtFirst(reading, *made.grouping);
    made.branches = ledgerBranches(reading, *made.grouping, made.open);
}

/// Of what is no expression and no part of any name either.
QString WorkPanel::whatIsWrong(const WorkFilter& filter) const
{
    const bool found = std::ranges::any_of(
        m_work->rows, [&](const profiler::NamedTimes& row) { return filter.matches(row); });
    if (found || filter.problem().isEmpty())
        return {};
    return tr("This is no regular expression, %1; the table still shows what it did. Correct it, "
              "or clear the field.")
        .arg(filter.problem());
}

void WorkPanel::showTable()
{
    if (!m_work)
        return;
    WorkFilter filter(m_filter->text());
    const QString wrong = whatIsWrong(filter);
    m_shown = arrangement(wrong.isEmpty() ? std::move(filter) : m_shown.filter);
    WorkContents contents = workContents(m_view, *m_work, m_shown);
    m_filter->setProblem(wrong);
    showCaptions(contents, wrong);
    const auto before = m_table->choice();
    m_table->showContents(std::move(contents), !m_shown.grouping || !m_shown.filter.isEmpty());
    if (!m_table->choice())
        chooseLike(before);
    Q_EMIT selectionChanged();
}

void WorkPanel::showCaptions(const WorkContents& contents, const QString& wrong)
{
    setCaption(isAwaited() ? tr("reading the traces for where work was called from …")
                           : qt(profiler::workCaption(m_view.comparison->result)));
    const QString matches = m_shown.filter.isEmpty() ? QString() : matchText(facts(), contents);
    m_matches->setText(plainParagraph(wrong.isEmpty() ? matches : wrong));
    m_matches->setVisible(!m_matches->text().isEmpty());
    const QString devices = devicesNote(facts());
    m_note->setText(plainParagraph(
        workNote(facts()) + (devices.isEmpty() ? QString() : QLatin1Char(' ') + devices)));
}

/// The same name in another arrangement, else the first one: it tells more than a group, unless
/// that is of the same work.
void WorkPanel::chooseLike(const std::optional<WorkChoice>& before)
{
    const auto& choices = m_table->choices();
    auto name = choices.end();
    if (before && before->work)
        name = std::ranges::find(choices, before->work, &WorkChoice::work);
    if (name == choices.end() && m_shown.grouping != WorkGrouping::SameWork)
        name = std::ranges::find_if(
            choices, [](const WorkChoice& choice) { return choice.work.has_value(); });
    if (name != choices.end())
        m_table->choose(*name);
    else if (!choices.empty())
        m_table->choose(choices.front());
}

WorkFacts WorkPanel::facts() const
{
    return {.view = m_view,
        .shown = *m_work,
        .everywhere = m_everywhere,
        .arrangement = m_shown,
        .reading = m_reader.reading(),
        .ledger = wantsLedger() ? m_ledgers.reading() : nullptr};
}

void WorkPanel::toggle(const QString& group)
{
    if (!m_shown.grouping)
        return;
    open(group);
    if (m_shown.open.contains(group))
        m_open.erase(group);
    m_table->choose({.group = group, .work = {}});
    showTable();
}

/// From then on what is open is somebody's choice; what was open by itself stays so.
void WorkPanel::open(const QString& group)
{
    if (m_touched.insert(*m_shown.grouping).second)
        m_open.insert(m_shown.open.begin(), m_shown.open.end());
    m_open.insert(group);
}

/// Ids of the groups; several places may call one name.
QStringList WorkPanel::groupsWith(const profiler::WorkKey& work) const
{
    QStringList groups;
    for (const auto& group : m_shown.groups)
        if (std::ranges::find(group.rows, work, &profiler::NamedTimes::key) != group.rows.end())
            groups << groupId(*m_shown.grouping, group);
    return groups;
}

/// Of what several run, the focused variant's.
void WorkPanel::askForTimeline()
{
    const auto chosen = selection();
    if (chosen && !chosen->ledgerRows.empty())
        Q_EMIT sameWorkAsked(chosen->ledgerRows);
    else if (chosen && chosen->shownIn)
        Q_EMIT timelineAsked(chosen->name, *chosen->shownIn);
}

bool WorkPanel::showWork(const std::string& name)
{
    if (!m_work)
        return false;
    const auto row = std::ranges::find(m_work->rows, name, &profiler::NamedTimes::name);
    if (row == m_work->rows.end()) {
        Q_EMIT noted(tr("%1 is no work of its own in one call: it only contains some, or sees "
                        "memory in another way.")
                         .arg(qt(name)));
        return false;
    }
    m_filter->clear();
    WorkChoice choice {.group = {}, .work = row->key()};
    if (const auto groups = groupsWith(row->key()); !groups.isEmpty()) {
        choice.group = groups.front();
        open(choice.group);
        showTable();
    }
    const bool shown = m_table->choose(choice);
    m_table->setFocus();
    m_table->reveal();
    Q_EMIT selectionChanged();
    return shown;
}

} // namespace ui
