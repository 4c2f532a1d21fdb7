// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/kernels_page.h"

#include "profiler/report/work_text.h"
#include "ui/models/text.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/pages/kernels/work_inspector.h"
#include "ui/pages/kernels/work_table.h"
#include "ui/pages/kernels/work_words.h"
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

enum Scoped { ScopedPair, ScopedAll };

enum Part { TablePart, SelectionPart };

constexpr int margin = 16;
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

KernelsPage::KernelsPage(const Theme& theme, QWidget* parent)
    : ColumnPage(theme, tr("Kernels"), parent)
{
    connect(&m_reader, &WorkReader::arrived, this, &KernelsPage::takeReading);
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
    m_scope = new TabStrip(theme());
    m_scope->setTabs({tr("Pair"), tr("All")});
    m_scope->setAccessibleName(tr("Variants beside the baseline"));
    m_scope->setToolTip(tr("The focused variant with all its figures, or time and change of every "
                           "variant that is not hidden"));
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
    m_panel->addControl(m_scope);
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
    connect(m_scope, &TabStrip::currentChanged, this, &KernelsPage::changeScope);
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
    const auto pair = profiler::compareWork(view.comparison->data, *view.caseResult(), view.focus);
    const auto headline = profiler::workHeadline(result, *view.caseResult(), view.focus, pair);
    compare();
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

/// With one variant there is nothing to choose.
void KernelsPage::compare()
{
    const auto& recorded = m_view.comparison->data;
    const auto& inCase = *m_view.caseResult();
    const auto shown = variantsShown(m_view);
    const auto everywhere = profiler::workOfVariants(recorded, inCase, shown);
    m_everywhere = everywhere.value_or(profiler::WorkOfVariants {});
    m_scope->setVisible(shown.size() > 2);
    m_work = showsAll() ? everywhere : profiler::workOfVariants(recorded, inCase, pairOf(m_view));
}

bool KernelsPage::showsAll() const
{
    return m_scope->current() == ScopedAll && m_everywhere.variants.size() > 2;
}

void KernelsPage::changeScope()
{
    if (m_view.caseResult() == nullptr || m_view.focused() == nullptr)
        return;
    compare();
    arrangeInspector();
    if (!m_work)
        return;
    read();
    showTable();
}

/// Rows that stayed would be told of by the view that is shown now.
void KernelsPage::forget()
{
    m_reader.forget();
    m_everywhere = {};
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
    auto wanted = pairOf(m_view);
    if (showsAll())
        wanted = m_work->variants;
    m_reader.want(m_view, wanted);
}

bool KernelsPage::isRead() const
{
    return std::ranges::all_of(
        m_work->variants, [this](int variant) { return m_reader.reading().contains(variant); });
}

/// A list by place was flat until now: the name chosen in it does not go into a closed group.
void KernelsPage::takeReading()
{
    if (!m_work)
        return;
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
    WorkArrangement made {.scope = showsAll() ? WorkScope::All : WorkScope::Pair,
        .grouping = groupingOf(m_grouping->current()),
        .groups = {},
        .open = {},
        .filter = std::move(filter)};
    if (isByPlace(made.grouping) && !isRead())
        made.grouping.reset();
    if (!made.grouping)
        return made;
    std::vector<const profiler::WorkDetails*> details;
    for (const int variant : m_work->variants) {
        const auto read = m_reader.reading().find(variant);
        details.push_back(read == m_reader.reading().end() ? nullptr : read->second.details.get());
    }
    made.groups = profiler::groupWork(*m_work, *made.grouping, details);
    made.open = m_open;
    if (!made.groups.empty() && !m_touched.contains(*made.grouping))
        made.open = {groupId(*made.grouping, made.groups.front())};
    return made;
}

/// Of what is no expression and no part of any name either.
QString KernelsPage::whatIsWrong(const WorkFilter& filter) const
{
    const bool found = std::ranges::any_of(
        m_work->rows, [&](const profiler::NamedTimes& row) { return filter.matches(row); });
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
    const bool awaited = isByPlace(groupingOf(m_grouping->current())) && !isRead();
    m_panel->setCaption(awaited ? tr("reading the traces for where work was called from …")
                                : tr("of one call; rows add up to the untraced medians"));
    const QString matches = m_shown.filter.isEmpty() ? QString() : matchWords(told(), contents);
    m_matches->setText(plainParagraph(wrong.isEmpty() ? matches : wrong));
    m_matches->setVisible(!m_matches->text().isEmpty());
    m_note->setText(plainParagraph(workNote(told())));
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

WorkFacts KernelsPage::told() const
{
    return {.view = m_view,
        .shown = *m_work,
        .everywhere = m_everywhere,
        .arrangement = m_shown,
        .reading = m_reader.reading()};
}

std::optional<WorkSelection> KernelsPage::selectionOf(const std::optional<WorkChoice>& choice) const
{
    return choice ? workSelection(told(), *choice) : std::nullopt;
}

void KernelsPage::showSelection()
{
    if (const auto selection = selectionOf(m_table->choice()))
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
        if (std::ranges::find(group.rows, work, &profiler::NamedTimes::key) != group.rows.end())
            groups << groupId(*m_shown.grouping, group);
    return groups;
}

/// Of what several run, the focused variant's.
void KernelsPage::askForTimeline()
{
    const auto choice = m_table->choice();
    if (const auto selection = selectionOf(choice); selection && selection->shownIn)
        Q_EMIT timelineAsked(qt(choice->work->second), *selection->shownIn);
}

bool KernelsPage::showWork(const std::string& name)
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
    showSelection();
    return shown;
}

} // namespace ui
