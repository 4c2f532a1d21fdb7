// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_inspector.h"

#include "profiler/analysis/idle_cause.h"
#include "profiler/analysis/timeline_search.h"
#include "profiler/analysis/work_kind.h"
#include "profiler/report/format.h"
#include "ui/charts/chart_text.h"
#include "ui/models/text.h"
#include "ui/pages/timeline/timeline_range_panel.h"
#include "ui/pages/timeline/timeline_words.h"
#include "ui/parts/button.h"
#include "ui/parts/code_block.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/labels.h"
#include "ui/parts/panel.h"
#include "ui/theme/fonts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <map>

namespace ui {

namespace {

constexpr std::size_t mostIdle = 5;
constexpr int margin = 16;

QString kindText(TimelineRowKind row, std::uint8_t kind)
{
    const bool work = row == TimelineRowKind::Kernels || row == TimelineRowKind::Operators;
    if (work && kind < profiler::workKinds.size())
        return qt(profiler::workKindName(profiler::workKinds.at(kind)));
    return {};
}

const char* startName(TimelineAlignment alignment)
{
    switch (alignment) {
    case TimelineAlignment::Run:
        return QT_TR_NOOP("start in the run");
    case TimelineAlignment::Module:
        return QT_TR_NOOP("start from the module's");
    case TimelineAlignment::Call:
        break;
    }
    return QT_TR_NOOP("start in the call");
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
        add(QT_TR_NOOP("launch delay"), durationText(span.begin - launch.span.begin));
    }
    return facts;
}

std::vector<TimelineIdle> longestIdle(const TimelineCanvas& canvas, std::size_t most)
{
    std::vector<TimelineIdle> found;
    for (std::size_t i = 0; i < canvas.runs().size(); ++i) {
        const auto& run = canvas.runs()[i];
        const auto call = static_cast<std::size_t>(canvas.call());
        if (run.tracks == nullptr || call >= run.calls.size() || run.tracks->device.size() == 0)
            continue;
        const profiler::TimeSpan span {run.calls[call].startNs, run.calls[call].endNs};
        for (const auto& idle : profiler::longestIdleTimes(run.tracks->device, span, most))
            found.push_back({.run = i, .idle = idle});
    }
    std::ranges::stable_sort(found, std::greater {},
        [](const TimelineIdle& one) { return one.idle.span.end - one.idle.span.begin; });
    found.resize(std::min(found.size(), most));
    return found;
}

std::vector<TimelineFact> factsOfMarks(const TimelineCanvas& canvas)
{
    std::map<std::pair<int, QString>, int> passes; // of a break, by its number
    for (const auto& run : canvas.runs()) {
        const auto call = static_cast<std::size_t>(canvas.call());
        for (const auto& each : run.breaks)
            if (call < run.calls.size() && each.time >= run.calls[call].startNs
                && each.time < run.calls[call].endNs)
                ++passes[{each.number, each.reason}];
    }
    std::vector<TimelineFact> facts;
    facts.reserve(passes.size() + canvas.selection().marks.size());
    for (const auto& [key, times] : passes)
        facts.push_back({TimelineInspector::tr("%1  %2").arg(key.first).arg(key.second),
            TimelineInspector::tr("%1×").arg(times)});
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
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, margin, margin, margin);
    column->setSpacing(12);
    auto* selection = new Panel(theme, tr("Selection"));
    m_nothing = makeParagraph(uiFont(type::base), QPalette::WindowText);
    m_nothing->setText(tr("Nothing is selected: click an event, or use the arrow keys."));
    m_name = new CodeBlock(theme, tr("Whole name"));
    m_name->setMostLines(5);
    connect(m_name, &CodeBlock::copyRequested, this, [this](const QString& name) {
        QGuiApplication::clipboard()->setText(name);
        Q_EMIT noted(tr("Copied the name."));
    });
    m_lines = new QVBoxLayout;
    m_zoom = new Button(theme, ButtonKind::Secondary, tr("Zoom to it"));
    auto* kernels = new Button(theme, ButtonKind::Secondary, tr("Show in Kernels"));
    connect(m_zoom, &Button::clicked, this, &TimelineInspector::zoomRequested);
    connect(kernels, &Button::clicked, this, &TimelineInspector::kernelsRequested);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_zoom);
    buttons->addWidget(kernels);
    buttons->addStretch(1);
    selection->body()->addWidget(m_nothing);
    selection->body()->addWidget(m_name);
    selection->body()->addLayout(m_lines);
    selection->body()->addLayout(buttons);
    m_waiting = new Panel(theme, tr("Longest idle times"));
    m_idle = new QVBoxLayout;
    m_waiting->body()->addLayout(m_idle);
    m_range = new TimelineRangePanel(theme);
    m_marked = new Panel(theme, tr("Marks"));
    m_marks = new QVBoxLayout;
    m_marked->body()->addLayout(m_marks);
    column->addWidget(m_range);
    column->addWidget(selection);
    column->addWidget(m_marked);
    column->addWidget(m_waiting);
    column->addStretch(1);
    auto* keys = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
    keys->setText(
        tr("W S A D zoom and pan · F to the selection · 0 whole run · , . call · "
           "G next idle time · B next graph break · M mark · L linked · arrows events and "
           "rows · Z back · drag a range"));
    column->addWidget(keys);
}

QString TimelineInspector::title() const
{
    return m_name->code();
}

void TimelineInspector::clear(QVBoxLayout& column)
{
    while (auto* item = column.takeAt(0)) {
        delete item->widget();
        delete item;
    }
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

void TimelineInspector::showSelection(const TimelineCanvas& canvas)
{
    m_range->showRange(canvas.scene(), canvas.selection().range);
    m_zoom->setEnabled(canvas.picked() || canvas.selection().range);
    showPick(canvas);
    clear(*m_marks);
    for (const auto& fact : factsOfMarks(canvas))
        addFact(*m_marks, fact.name, fact.value);
    m_marked->setVisible(m_marks->count() > 0);
}

/// Looks through all of a call: not with every selection.
void TimelineInspector::showIdle(const TimelineCanvas& canvas)
{
    clear(*m_idle);
    for (const auto& [run, idle] : longestIdle(canvas, mostIdle))
        addFact(*m_idle,
            canvas.runs()[run].name + QStringLiteral(", ")
                + (idle.cause ? qt(profiler::idleCauseName(*idle.cause)) : tr("cause unknown")),
            durationText(idle.span.end - idle.span.begin));
    m_waiting->setVisible(m_idle->count() > 0); // on a CPU there are none
}

void TimelineInspector::showPick(const TimelineCanvas& canvas)
{
    m_facts = factsOfPick(canvas);
    clear(*m_lines);
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
