// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/kernels_page.h"

#include "profiler/report/work_text.h"
#include "ui/charts/chart_text.h"
#include "ui/models/text.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/pages/kernels/work_inspector.h"
#include "ui/pages/kernels/work_table.h"
#include "ui/pages/page_data.h"
#include "ui/parts/button.h"
#include "ui/parts/field.h"
#include "ui/parts/labels.h"
#include "ui/parts/panel.h"
#include "ui/parts/sentence_panel.h"
#include "ui/parts/tab_strip.h"
#include "ui/theme/fonts.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

using profiler::WorkGrouping;

enum Arranged { ByClass, ByModule, ByLine, Flat };

enum Part { TablePart, SelectionPart };

constexpr int margin = 16;
constexpr int longestInWords = 40; ///< of a variant's name; the sentence on top has all of it
constexpr int compactHeight = 520; ///< of the selection where it stands in the page

std::optional<WorkGrouping> groupingOf(int arranged)
{
    switch (arranged) {
    case ByClass:
        return WorkGrouping::Class;
    case ByModule:
        return WorkGrouping::Module;
    case ByLine:
        return WorkGrouping::SourceLine;
    default:
        return std::nullopt;
    }
}

bool isByPlace(const std::optional<WorkGrouping>& grouping)
{
    return grouping && *grouping != WorkGrouping::Class;
}

} // namespace

KernelsPage::KernelsPage(const Theme& theme, QWidget* parent)
    : ColumnPage(theme, tr("Kernels"), parent)
    , m_job(this)
{
    createWaterfall();
    addPanel(m_change);
    m_parts = new TabStrip(theme);
    m_parts->setTabs({tr("Work"), tr("Selected work")});
    m_parts->setAccessibleName(tr("Table or selection"));
    addPanel(m_parts);
    createPanel();
    addPanel(m_panel);
    createInspector();
    connect(m_parts, &TabStrip::currentChanged, this, &KernelsPage::arrangeInspector);
    arrangeInspector();
}

void KernelsPage::createWaterfall()
{
    m_change = new Panel(theme(), tr("What changed"));
    m_waterfall = new WaterfallChart(theme());
    m_change->body()->addWidget(m_waterfall);
    connect(m_waterfall, &WaterfallChart::stepChosen, this, &KernelsPage::openStep);
}

void KernelsPage::createPanel()
{
    m_panel = new Panel(theme(), tr("Work"));
    m_grouping = new TabStrip(theme());
    m_grouping->setTabs({tr("Class"), tr("Module"), tr("Source line"), tr("Flat")});
    m_grouping->setAccessibleName(tr("Arranged by"));
    m_filter = new TextField(theme(), tr("Filter names"));
    m_filter->setPlaceholderText(tr("Filter names"));
    m_filter->setToolTip(tr("Text or a regular expression; case makes no difference."));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(220);
    auto* copy = new Button(theme(), ButtonKind::Secondary, tr("Copy table"), Icon::Copy);
    copy->setCompact(true);
    m_panel->addControl(m_filter);
    m_panel->addControl(m_grouping);
    m_panel->addControl(copy);
    m_matches = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
    m_table = new WorkTable(theme());
    m_note = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
    m_panel->body()->addWidget(m_matches);
    m_panel->body()->addWidget(m_table);
    m_panel->body()->addWidget(m_note);
    connect(copy, &Button::clicked, m_table, &DataTable::copyTable);
    connect(m_table, &DataTable::noted, this, &Page::noted);
    connect(m_table, &WorkTable::groupChosen, this, &KernelsPage::toggle);
    connect(m_table, &WorkTable::workOpened, this, &KernelsPage::askForTimeline);
    connect(m_table, &WorkTable::choiceChanged, this, &KernelsPage::showSelection);
    connect(m_grouping, &TabStrip::currentChanged, this, &KernelsPage::showTable);
    connect(m_filter, &QLineEdit::textChanged, this, &KernelsPage::showTable);
}

void KernelsPage::createInspector()
{
    m_details = new WorkInspector(theme());
    connect(m_details, &WorkInspector::noted, this, &Page::noted);
    connect(m_details, &WorkInspector::timelineRequested, this, &KernelsPage::askForTimeline);
    m_inspector = new QWidget(this);
    m_inspector->hide();
    auto* beside = new QVBoxLayout(m_inspector);
    beside->setContentsMargins(0, margin, margin, margin);
    m_below = new QWidget;
    auto* below = new QVBoxLayout(m_below);
    below->setContentsMargins(0, 0, 0, 0);
    addPanel(m_below);
}

/// Beside the page, or in a small window in the place of the table.
void KernelsPage::arrangeInspector()
{
    const bool anything = m_view.comparison != nullptr && m_work.has_value();
    const bool selection = m_compact && m_parts->current() == SelectionPart;
    (m_compact ? m_below : m_inspector)->layout()->addWidget(m_details);
    m_details->setMinimumHeight(m_compact ? compactHeight : 0);
    m_details->setVisible(anything);
    m_parts->setVisible(m_compact && anything);
    m_panel->setVisible(anything && !selection);
    m_below->setVisible(anything && selection);
}

QWidget* KernelsPage::inspector()
{
    return m_compact || m_view.comparison == nullptr || !m_work ? nullptr : m_inspector;
}

void KernelsPage::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    arrangeInspector();
}

void KernelsPage::showView(const ComparisonView& view)
{
    m_view = view;
    if (view.caseResult() == nullptr || view.focused() == nullptr) {
        m_work = profiler::missing("no comparison is open");
        forget();
        showNothing();
        arrangeInspector();
        return;
    }
    const auto& result = view.comparison->result;
    m_work = profiler::compareWork(view.comparison->data, *view.caseResult(), view.focus);
    const auto headline = profiler::workHeadline(result, *view.caseResult(), view.focus, m_work);
    sentence().setContent({.status = statusOf(headline.mark),
        .sentence = qt(headline.sentence),
        .note = withLosses(qt(headline.note), view, {0, view.focus})});
    showPanels();
    arrangeInspector();
    showWaterfall();
    if (!m_work) {
        forget();
        return;
    }
    read();
    showTable();
}

/// Rows that stayed would be told of by the view that is shown now.
void KernelsPage::forget()
{
    m_job.drop();
    m_read = {};
    m_reading.reset();
    m_shown = {};
    m_table->showContents({}, false);
    m_details->showNothing();
}

/// Nothing lies between the baseline and itself.
void KernelsPage::showWaterfall()
{
    const auto& inCase = *m_view.caseResult();
    const auto waterfall = profiler::waterfallOf(m_view.comparison->data, inCase, m_view.focus);
    m_change->setVisible(m_view.focus != 0 && waterfall.has_value());
    if (!m_change->isVisibleTo(this))
        return;
    const auto& baseline = inCase.variants.front();
    const auto& variant = *m_view.focused();
    m_change->setTitle(tr("From %1 to %2")
                           .arg(forHeading(baseline.name, longestInWords),
                               forHeading(variant.name, longestInWords)));
    m_change->setCaption(tr("one call; the steps add up to the difference of the medians"));
    m_waterfall->showWaterfall(*waterfall,
        {WaterfallChart::Side {.name = qt(baseline.name), .variant = 0},
            WaterfallChart::Side {.name = qt(variant.name), .variant = m_view.focus}},
        variant.verdict == profiler::Verdict::Faster
            || variant.verdict == profiler::Verdict::Slower);
}

/// Rows of traces may be many millions.
void KernelsPage::read()
{
    if (m_read.comparison == m_view.comparison && m_read.caseIndex == m_view.caseIndex
        && m_read.focus == m_view.focus && m_read.file == m_view.file)
        return;
    m_read = m_view;
    m_reading.reset();
    m_job.start([view = m_view] { return readWork(view); },
        [this](WorkReading reading) { takeReading(std::move(reading)); });
}

/// A list by place was flat until now: the name chosen in it does not go into a closed group.
void KernelsPage::takeReading(WorkReading reading)
{
    m_reading = std::move(reading);
    const auto before = m_table->choice();
    if (before && before->work && !m_shown.grouping && m_shown.filter.isEmpty()
        && isByPlace(groupingOf(m_grouping->current()))) {
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
void KernelsPage::openStep(profiler::WaterfallStep step)
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
WorkArrangement KernelsPage::arrangement(WorkFilter filter)
{
    WorkArrangement made {.grouping = groupingOf(m_grouping->current()),
        .groups = {},
        .open = {},
        .filter = std::move(filter)};
    if (isByPlace(made.grouping) && !m_reading)
        made.grouping.reset();
    if (!made.grouping)
        return made;
    const auto side = [this](std::size_t which) {
        return m_reading ? m_reading->sides.at(which).get() : nullptr;
    };
    made.groups = profiler::groupWork(*m_work, *made.grouping, side(0), side(1));
    made.open = m_open;
    if (!made.groups.empty() && !m_touched.contains(*made.grouping))
        made.open = {groupId(*made.grouping, made.groups.front())};
    return made;
}

/// Of what is no expression and no part of any name either.
QString KernelsPage::whatIsWrong(const WorkFilter& filter) const
{
    const bool found = std::ranges::any_of(
        m_work->rows, [&](const profiler::NamedWork& row) { return filter.matches(row); });
    if (found || filter.problem().isEmpty())
        return {};
    return tr("This is no regular expression, %1; the table still shows what it did. Correct it, "
              "or clear the field.")
        .arg(filter.problem());
}

void KernelsPage::showTable()
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
    showSelection();
}

void KernelsPage::showCaptions(const WorkContents& contents, const QString& wrong)
{
    const bool awaited = isByPlace(groupingOf(m_grouping->current())) && !m_reading;
    m_panel->setCaption(awaited ? tr("reading the traces for where work was called from …")
                                : tr("of one call; rows add up to the untraced medians"));
    const QString matches = m_shown.filter.isEmpty() ? QString() : matchText(contents);
    m_matches->setText(plainParagraph(wrong.isEmpty() ? matches : wrong));
    m_matches->setVisible(!m_matches->text().isEmpty());
    m_note->setText(plainParagraph(noteText()));
}

QString KernelsPage::matchText(const WorkContents& contents) const
{
    QStringList times;
    const auto& [baseline, variant] = contents.shownTime;
    const auto& variants = m_view.caseResult()->variants;
    if (baseline)
        times << tr("%1 in %2")
                     .arg(durationText(baseline->ns),
                         forHeading(variants.front().name, longestInWords));
    if (variant)
        times << tr("%1 in %2")
                     .arg(durationText(variant->ns),
                         forHeading(m_view.focused()->name, longestInWords));
    QString text = tr("%1 of %2 names match").arg(contents.shown).arg(m_work->rows.size());
    if (!times.isEmpty())
        text += tr("; together %1 a call").arg(times.join(tr(" and ")));
    if (!m_shown.filter.problem().isEmpty())
        text += tr("; taken as plain text, for it is no regular expression, %1")
                    .arg(m_shown.filter.problem());
    return text + u'.';
}

QString KernelsPage::noteText() const
{
    QString text = m_work->onDevice
        ? tr("Kernels by name. ")
        : tr("Operators by their own time, without what they call, and compiled kernels. ");
    if (isByPlace(m_shown.grouping) && m_shown.filter.isEmpty()) {
        text += tr("The time of a name is divided among the places that called it as under "
                   "tracing. Compiled code runs outside of modules: only the change of a group "
                   "that both sides have says what was won there. ");
        for (const auto& reason : m_reading->missing)
            if (!reason.isEmpty())
                text += tr("Where one side called its work from is not known: %1. ")
                            .arg(withoutDot(reason));
        return text;
    }
    return text
        + tr("What only one side runs was replaced by something else on the other: only the change "
             "of a class that both have, of the rest and of the call says what was won.");
}

/// The same name in another arrangement, else the first one: it tells more than a group.
void KernelsPage::chooseLike(const std::optional<WorkChoice>& before)
{
    const auto& choices = m_table->choices();
    auto name = choices.end();
    if (before && before->work)
        name = std::ranges::find(choices, before->work, &WorkChoice::work);
    if (name == choices.end())
        name = std::ranges::find_if(
            choices, [](const WorkChoice& choice) { return choice.work.has_value(); });
    if (name != choices.end())
        m_table->choose(*name);
    else if (!choices.empty())
        m_table->choose(choices.front());
}

void KernelsPage::showSelection()
{
    const auto choice = m_table->choice();
    const WorkFacts facts {.view = m_view,
        .work = *m_work,
        .arrangement = m_shown,
        .reading = m_reading ? &*m_reading : nullptr};
    if (const auto selection = choice ? workSelection(facts, *choice) : std::nullopt)
        m_details->showSelection(*selection);
    else
        m_details->showNothing();
}

void KernelsPage::toggle(const QString& group)
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
void KernelsPage::open(const QString& group)
{
    if (m_touched.insert(*m_shown.grouping).second)
        m_open.insert(m_shown.open.begin(), m_shown.open.end());
    m_open.insert(group);
}

/// Ids of the groups; several places may call one name.
QStringList KernelsPage::groupsWith(const profiler::WorkKey& work) const
{
    QStringList groups;
    for (const auto& group : m_shown.groups)
        if (std::ranges::find(group.rows, work, &profiler::NamedWork::key) != group.rows.end())
            groups << groupId(*m_shown.grouping, group);
    return groups;
}

/// Of what both sides run, the variant's.
void KernelsPage::askForTimeline()
{
    const auto choice = m_table->choice();
    if (!choice || !choice->work)
        return;
    const auto row = std::ranges::find(m_work->rows, *choice->work, &profiler::NamedWork::key);
    if (row != m_work->rows.end())
        Q_EMIT timelineAsked(qt(row->name), row->time.variant ? m_view.focus : 0);
}

bool KernelsPage::showWork(const std::string& name)
{
    if (!m_work)
        return false;
    const auto row = std::ranges::find(m_work->rows, name, &profiler::NamedWork::name);
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
    showSelection();
    return shown;
}

} // namespace ui
