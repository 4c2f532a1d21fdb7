// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_inspector.h"

#include "profiler/evidence/timeline/timeline_search.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/number_text.h"
#include "ui/charts/chart_text.h"
#include "ui/pages/timeline/rows/timeline_text.h"
#include "ui/pages/timeline/timeline_links.h"
#include "ui/pages/timeline/timeline_range_panel.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"

#include <QGridLayout>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace ui {

namespace {

constexpr std::size_t mostIdle = 5;

QString kindText(TimelineRowKind row, std::uint8_t kind)
{
    const bool work = row == TimelineRowKind::Kernels || row == TimelineRowKind::Operators;
    if (work && kind < profiler::workKinds.size())
        return qt(profiler::workKindName(profiler::workKinds.at(kind)));
    return {};
}

/// Of what a launch began, the launch's time being `from`.
std::int64_t firstStart(
    const profiler::TimelineTracks& tracks, std::int32_t correlation, std::int64_t from)
{
    auto first = std::numeric_limits<std::int64_t>::max();
    for (const auto* groups : {&tracks.kernels, &tracks.copies})
        if (const auto place = profiler::workOf(*groups, correlation, from)) {
            const auto& lane = (*groups)[place->group].lanes[place->lane];
            first = std::min(first, lane.event(place->index).span.begin);
        }
    return first;
}

const char* startName(TimelineAlignment alignment)
{
    if (alignment == TimelineAlignment::Call)
        return QT_TR_NOOP("start in the call");
    return alignment == TimelineAlignment::Run ? QT_TR_NOOP("start in the run")
                                               : QT_TR_NOOP("start from the module's");
}

} // namespace

std::vector<TimelineFact> factsOfPick(const TimelineCanvas& canvas)
{
    std::vector<TimelineFact> facts;
    const auto& picked = canvas.picked();
    if (!picked)
        return facts;
    const auto& placed = canvas.layoutOfRows().rows().at(picked->row);
    const auto& run = canvas.runs().at(placed.run);
    const auto& span = picked->what.span;
    const auto add = [&](const char* name, const QString& value) {
        facts.push_back({TimelineInspector::tr(name), value});
    };
    add(QT_TR_NOOP("variant"), run.name);
    if (const auto kind = kindText(placed.row.kind, picked->what.kind); !kind.isEmpty())
        add(QT_TR_NOOP("class"), kind);
    add(QT_TR_NOOP("duration"), durationText(span.end - span.begin));
    const auto start = span.begin - canvas.originOfRun(placed.run);
    add(startName(canvas.alignment()),
        (start < 0 ? QStringLiteral("−") : QString()) + durationText(std::abs(start)));
    if (placed.row.kind != TimelineRowKind::Kernels && placed.row.kind != TimelineRowKind::Copies)
        return facts;
    const auto& launches = run.tracks->launches;
    if (const auto place = profiler::launchOf(launches, picked->what.correlation, span.begin)) {
        const auto launch = launches[place->group].lanes[place->lane].event(place->index);
        add(QT_TR_NOOP("launched by"), qt(run.tracks->names.text(launch.name)));
        const auto first = firstStart(*run.tracks, picked->what.correlation, launch.span.begin);
        if (first < span.begin) // its predecessors in the graph are no delay of the launch
            add(QT_TR_NOOP("after the graph's first node"), durationText(span.begin - first));
        else
            add(QT_TR_NOOP("launch delay"), durationText(span.begin - launch.span.begin));
    }
    return facts;
}

std::vector<TimelineFact> factsOfMarks(const TimelineCanvas& canvas)
{
    std::vector<TimelineFact> facts;
    facts.reserve(canvas.selection().marks.size());
    std::optional<std::int64_t> before;
    char16_t letter = u'A';
    const bool fitted = canvas.scene().axis.isFitted(); // then no run has the axis's time
    for (const auto mark : canvas.selection().marks) {
        if (fitted) {
            facts.push_back({TimelineInspector::tr("mark %1").arg(QChar(letter)),
                TimelineInspector::tr("stretched")});
            letter = letter == u'Z' ? u'A' : static_cast<char16_t>(letter + 1);
            continue;
        }
        const auto sign = mark < 0 ? QStringLiteral("−") : QString();
        facts.push_back({before ? TimelineInspector::tr("mark %1, %2 after the one before")
                                      .arg(QChar(letter), durationText(mark - *before))
                                : TimelineInspector::tr("mark %1").arg(QChar(letter)),
            sign + durationText(std::abs(mark))});
        before = mark;
        letter = letter == u'Z' ? u'A' : static_cast<char16_t>(letter + 1);
    }
    return facts;
}

TimelineInspector::TimelineInspector(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    auto* selection = new Panel(theme, tr("Selection"));
    m_nothing = makeParagraph(uiFont(type::base), QPalette::WindowText);
    m_nothing->setText(tr("Nothing is selected: click an event, or use the arrow keys."));
    m_name = new CodeBlock(theme, tr("Whole name"));
    m_name->setMostLines(5);
    copyFrom(m_name, this, tr("name"));
    m_lines = new QVBoxLayout;
    m_zoom = new Button(theme, ButtonKind::Secondary, tr("Zoom to it"));
    auto* kernels = new Button(theme, ButtonKind::Secondary, tr("Show in Kernels"));
    connect(m_zoom, &Button::clicked, this, &TimelineInspector::zoomRequested);
    connect(kernels, &Button::clicked, this, &TimelineInspector::kernelsRequested);
    QLayout* buttons = makeRow(nullptr, styleGap, {m_zoom, kernels, stretch()});
    selection->add({m_nothing, m_name, m_lines, buttons});
    m_waiting = new Panel(theme, tr("Longest idle times"));
    m_idle = new QVBoxLayout;
    m_waiting->add({m_idle});
    m_range = new TimelineRangePanel(theme);
    m_marked = new Panel(theme, tr("Marks"));
    m_marks = new QVBoxLayout;
    m_marked->add({m_marks});
    asInspectorColumn(
        *new QVBoxLayout(this), {m_range, selection, m_marked, m_waiting, stretch(), makeKeys()});
}

/// Those that nothing on the page tells of.
QWidget* TimelineInspector::makeKeys()
{
    auto* keys = new QWidget;
    auto* grid = new QGridLayout(keys);
    grid->setContentsMargins(2, 0, 2, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    const std::array<std::pair<const char*, const char*>, 6> lines {
        {{QT_TR_NOOP("W S A D"), QT_TR_NOOP("zoom, pan; Shift: five times as far")},
            {QT_TR_NOOP("F 0 Z"), QT_TR_NOOP("selection, whole run, back")},
            {QT_TR_NOOP(", ."), QT_TR_NOOP("previous, next call")},
            {QT_TR_NOOP("G B"), QT_TR_NOOP("next idle time, next graph break")},
            {QT_TR_NOOP("M L"), QT_TR_NOOP("mark, link the variants")},
            {QT_TR_NOOP("← → ↑ ↓"), QT_TR_NOOP("events and rows; drag: a range")}}};
    for (int row = 0; const auto& [key, words] : lines) {
        grid->addWidget(makeLabel(tr(key), monoFont(type::caption)), row, 0);
        grid->addWidget(makeCaption(tr(words)), row++, 1);
    }
    return keys;
}

QString TimelineInspector::title() const
{
    return m_name->code();
}

void TimelineInspector::addFact(QVBoxLayout& column, const QString& name, const QString& value)
{
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 2, 0, 2);
    auto* words = new ElidedLabel(Qt::ElideMiddle);
    words->setText(name);
    line->addWidget(words, 1);
    line->addWidget(makeLabel(value, uiFont(type::base, QFont::DemiBold)));
    column.addWidget(row);
}

void TimelineInspector::addPlace(QVBoxLayout& column, const TimelinePosition& place)
{
    auto* row = new TimelinePlaceRow(m_theme, place);
    connect(row, &QAbstractButton::clicked, this, [this, place] { Q_EMIT placeRequested(place); });
    column.addWidget(row);
}

void TimelineInspector::showSelection(const TimelineCanvas& canvas)
{
    m_range->showRange(canvas.scene(), canvas.selection().range);
    m_zoom->setEnabled(canvas.picked() || canvas.selection().range);
    showPick(canvas);
    showMarks(canvas);
}

void TimelineInspector::showMarks(const TimelineCanvas& canvas)
{
    clearLayout(*m_marks);
    for (const auto& place : breaksOfCall(canvas.scene()))
        addPlace(*m_marks, place);
    for (const auto& fact : factsOfMarks(canvas))
        addFact(*m_marks, fact.name, fact.value);
    m_marked->setVisible(m_marks->count() > 0);
}

/// Looks through all of a call: not with every selection.
void TimelineInspector::showIdle(const TimelineCanvas& canvas)
{
    clearLayout(*m_idle);
    for (const auto& place : longestIdleTimes(canvas.scene(), mostIdle))
        addPlace(*m_idle, place);
    m_waiting->setVisible(m_idle->count() > 0); // on a CPU there are none
}

void TimelineInspector::showPick(const TimelineCanvas& canvas)
{
    m_facts = factsOfPick(canvas);
    clearLayout(*m_lines);
    const auto& picked = canvas.picked();
    m_nothing->setVisible(!picked);
    m_name->setVisible(picked.has_value());
    if (picked) {
        const auto& placed = canvas.scene().rowOf(*picked);
        m_name->setCode(
            wholeEventName(canvas.runs().at(placed.run), placed.row.kind, picked->what));
    } else {
        m_name->setCode({});
    }
    for (const auto& fact : m_facts)
        addFact(*m_lines, fact.name, fact.value);
}

} // namespace ui
