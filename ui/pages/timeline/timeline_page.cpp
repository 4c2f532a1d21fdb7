// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_page.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/ranks/rank_sentences.h"
#include "profiler/report/sentences/imported_text.h"
#include "ui/charts/call_parts.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/canvas/timeline_commands.h"
#include "ui/pages/timeline/canvas/timeline_gestures.h"
#include "ui/pages/timeline/rows/timeline_text.h"
#include "ui/pages/timeline/timeline_inspector.h"
#include "ui/text/text.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/legend_strip.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/widgets/tab_strip.h"

#include <QGuiApplication>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

enum Align { ByCall, ByRun, ByModule };

constexpr std::size_t mostRuns = 4; ///< below each other

ChartLegend::Entry workEntry(const Theme& theme, profiler::WorkKind kind)
{
    return {.text = qt(profiler::workKindName(kind)),
        .sample = [&theme, kind](QPainter& painter, const QRectF& box) {
            painter.fillRect(box, theme.tokens().workClass(workClassOf(kind)));
        }};
}

bool hasKind(const std::vector<profiler::LaneGroup>& groups, std::size_t kind)
{
    return std::ranges::any_of(groups, [kind](const profiler::LaneGroup& group) {
        return std::ranges::any_of(group.lanes, [kind](const profiler::TimelineLane& lane) {
            return lane.totals(lane.span()).ns.at(kind) > 0;
        });
    });
}

/// Classes of what is drawn; copies have a row of their own as well.
std::vector<profiler::WorkKind> kindsOf(const std::vector<TimelineRun>& runs)
{
    std::vector<profiler::WorkKind> kinds;
    for (const auto kind : profiler::workKinds)
        if (std::ranges::any_of(runs, [kind](const TimelineRun& run) {
                const auto index = static_cast<std::size_t>(kind);
                return run.tracks != nullptr
                    && (hasKind(run.tracks->kernels, index) || hasKind(run.tracks->operators, index)
                        || (kind == profiler::WorkKind::Copy && !run.tracks->copies.empty()));
            }))
            kinds.push_back(kind);
    return kinds;
}

bool occurs(profiler::IdleCause cause, const std::vector<TimelineRun>& runs)
{
    return std::ranges::any_of(runs, [cause](const TimelineRun& run) {
        return run.tracks != nullptr
            && run.tracks->device.totals(run.whole).of(profiler::DeviceState(cause)) > 0;
    });
}

ChartLegend::Entry idleEntry(const Theme& theme, profiler::IdleCause cause)
{
    return {.text = QObject::tr("idle: %1").arg(qt(profiler::idleCauseName(cause))),
        .sample = [&theme, cause](QPainter& painter, const QRectF& box) {
            drawIdle(painter, theme.tokens(), idlePatternOf(cause), box);
        }};
}

ChartLegend::Entry textEntry(const QString& words)
{
    return {.text = words,
        .sampleWidth = 0,
        .sample = [](QPainter& /*painter*/, const QRectF& /*box*/) {}};
}

QString captionOf(TimelineAlignment alignment, bool fitted)
{
    switch (alignment) {
    case TimelineAlignment::Call:
        if (fitted)
            return QObject::tr("one call of each, stretched to one length: widths do not compare");
        return QObject::tr("one call of each, same scale, start aligned");
    case TimelineAlignment::Run:
        return QObject::tr("whole runs, same scale, start aligned");
    case TimelineAlignment::Module:
        break;
    }
    return QObject::tr("same scale, aligned where the module begins its work");
}

} // namespace

PageDescriptor TimelinePage::descriptor()
{
    auto page = describedPage<TimelinePage>(PageId::Timeline, PageGroup::Why, Icon::Timeline,
        {tr("Timeline"), tr("What happens inside one call?"),
            tr("What ran when in one profiled call: modules, kernels by stream, launches, copies "
               "and compiles of up to four variants on one scale. Tracing slows the host, so "
               "its times are not comparable to measured latency. Click an event for what it "
               "is; drag for a sum over a range; W, S, A and D zoom and pan.")},
        needOfCalls(tr("These files hold no calls.")));
    page.showsViewAlone = false;
    page.field = PageField::Find; // events are painted: no other widget holds their names
    page.isRecorded = hasEndedTraces;
    for (const TimelineCommandSpec& each : timelineCommands())
        if (!each.id.isEmpty())
            page.commands.push_back({each.id, each.text, each.help, each.key});
    return page;
}

TimelinePage::TimelinePage(const Theme& theme)
    : ColumnPage(theme, tr("Timeline"))
{
    m_filling.setSingleShot(true);
    m_filling.setInterval(0);
    connect(&m_filling, &QTimer::timeout, this, &TimelinePage::fillPage);
    createPanel();
    addPanel(m_panel);
    m_panel->parentWidget()->installEventFilter(this);
    m_details = new TimelineInspector(theme, this);
    m_beside = new ScrollColumn(this);
    m_beside->setAccessibleName(tr("Selection, scrolls up and down"));
    m_beside->column()->setContentsMargins(0, 0, 0, 0);
    m_below = columnOf(0, {});
    m_beside->hide();
    addPanel(m_below);
    arrangeDetails();
    connect(m_canvas, &TimelineCanvas::selectionChanged, this, &TimelinePage::showSelection);
    connect(m_canvas, &TimelineCanvas::callChanged, this, [this] {
        showSelection();
        m_details->showIdle(*m_canvas);
        showTexts();
    });
    connect(
        m_details, &TimelineInspector::zoomRequested, m_canvas, &TimelineCanvas::zoomToSelection);
    connect(m_details, &TimelineInspector::noted, this, &Page::noted);
    connect(m_details, &TimelineInspector::kernelsRequested, this, &TimelinePage::askForWork);
    connect(m_details, &TimelineInspector::placeRequested, this,
        [this](const TimelinePosition& place) { m_canvas->showPlace(place.run, place.span); });
}

void TimelinePage::createPanel()
{
    m_panel = new Panel(theme(), tr("Timeline"));
    m_align = new TabStrip(
        theme(), tr("Aligned by"), {tr("Call start"), tr("Run start"), tr("Module")});
    m_canvas = new TimelineCanvas(theme());
    new TimelineGestures(*m_canvas);
    const auto makeSwitch = [this](const QString& text, bool on) {
        auto* button = makeCompactButton(theme(), text);
        button->setCheckable(true);
        button->setChecked(on);
        return button;
    };
    auto* call = makeCompactButton(theme(), tr("Whole call"));
    m_gaps = makeSwitch(tr("Gaps"), true);
    m_find = new TextField(theme(), tr("Find events"));
    m_find->setPlaceholderText(tr("Find events"));
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(160);
    m_all = makeSwitch(tr("All variants"), false);
    auto* linked = makeSwitch(tr("Linked"), true);
    linked->setToolTip(tr("Zoom and move all variants together"));
    m_fitted = makeSwitch(tr("Fit call"), false);
    m_fitted->setToolTip(tr("Stretch each call to the length of the longest"));
    m_panel->addControls({m_find, m_align, m_all, m_gaps, linked, m_fitted, call});
    m_legend = new LegendStrip(theme());
    m_legend->setToolTip(tr("Click a class to see it alone"));
    auto* chip = makeCompactButton(theme(), {});
    chip->setToolTip(tr("The same work on both sides; click or Esc ends it"));
    m_lighting = new TimelineLighting(*m_canvas, *chip, this);
    m_panel->add({{chip, 0, Qt::AlignLeft}, m_canvas, m_legend});
    connect(call, &Button::clicked, m_canvas, &TimelineCanvas::showCallWhole);
    connect(m_gaps, &Button::toggled, m_canvas, &TimelineCanvas::setGapsShown);
    connect(m_legend, &LegendStrip::chosenChanged, this, [this] {
        const auto chosen = m_legend->chosen();
        m_canvas->setLit(chosen && *chosen < m_shownKinds.size()
                ? std::optional(workClassOf(m_shownKinds.at(*chosen)))
                : std::nullopt);
    });
    connect(linked, &Button::toggled, m_canvas, &TimelineCanvas::setLinked);
    connect(m_canvas, &TimelineCanvas::linkChanged, linked, &Button::setChecked);
    connect(m_fitted, &Button::toggled, this, [this](bool fitted) {
        m_canvas->setFitted(fitted);
        showTexts();
    });
    connect(m_align, &TabStrip::currentChanged, this, &TimelinePage::align);
    connect(m_find, &QLineEdit::returnPressed, this, &TimelinePage::findNext);
    connect(m_all, &Button::toggled, this, [this] { showView(m_view); });
}

void TimelinePage::align(int index)
{
    const auto module = index == ByModule ? pickedModule() : std::string();
    if (index == ByModule && module.empty()) {
        m_align->setCurrent(m_canvas->alignment() == TimelineAlignment::Run ? ByRun : ByCall);
        Q_EMIT noted(tr("Select a module first: runs are laid over each other where it begins."));
        return;
    }
    if (index == ByModule)
        m_canvas->alignByModule(module);
    else
        m_canvas->setAlignment(index == ByRun ? TimelineAlignment::Run : TimelineAlignment::Call);
    showTexts();
}

std::string TimelinePage::pickedModule() const
{
    const auto& picked = m_canvas->picked();
    if (!picked)
        return {};
    const auto& placed = m_canvas->layoutOfRows().rows().at(picked->row);
    if (placed.row.kind != TimelineRowKind::Modules)
        return {};
    return m_canvas->runs().at(placed.run).tracks->names.text(picked->what.name);
}

/// What is free below the panel goes to the rows.
void TimelinePage::fillPage()
{
    if (m_panel->isHidden() || m_canvas->runs().empty())
        return;
    const QWidget& last = m_below->isVisible() ? *m_below : *m_panel;
    const int end = last.geometry().top() + last.geometry().height() + pageMargin;
    m_canvas->setRoom(m_canvas->height() + height() - end);
}

void TimelinePage::resizeEvent(QResizeEvent* event)
{
    ColumnPage::resizeEvent(event);
    m_filling.start();
}

bool TimelinePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_panel->parentWidget() && event->type() == QEvent::LayoutRequest)
        m_filling.start();
    return ColumnPage::eventFilter(watched, event);
}

/// With Shift the one before.
void TimelinePage::findNext()
{
    const bool before = QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier);
    const auto text = m_find->text().trimmed();
    if (text.isEmpty())
        return;
    if (!m_canvas->find(text, before ? TimelineDirection::Earlier : TimelineDirection::Later))
        Q_EMIT noted(before ? tr("No earlier event has “%1” in its name.").arg(text)
                            : tr("No later event has “%1” in its name.").arg(text));
}

/// In a small window what is told of the selection stands below the timeline.
void TimelinePage::arrangeDetails()
{
    (isCompact() ? m_below->layout() : m_beside->column())->addWidget(m_details);
    m_below->setVisible(isCompact());
}

/// The baseline and the focused variant; on request others that are not hidden.
std::vector<int> TimelinePage::variantsShown() const
{
    std::vector<int> shown {0};
    if (m_view.focus != 0)
        shown.push_back(m_view.focus);
    const auto variants = static_cast<int>(m_view.caseResult()->variants.size());
    for (int variant = 1; m_all->isChecked() && variant < variants; ++variant)
        if (shown.size() < mostRuns && variant != m_view.focus && !m_view.isHidden(variant))
            shown.push_back(variant);
    return shown;
}

void TimelinePage::showView(const ComparisonView& view)
{
    m_view = view;
    setInspector(view.comparison == nullptr ? nullptr : m_beside);
    if (view.caseResult() == nullptr || view.focused() == nullptr) {
        m_job.drop();
        m_reading = false;
        m_wanted.reset();
        m_read.reset();
        showNothing();
        return;
    }
    if (m_read == view.comparison && m_readCase == view.caseIndex
        && m_readVariants == variantsShown())
        return;
    read();
}

void TimelinePage::read()
{
    showPanels();
    m_panel->hide();
    sentence().setContent({.sentence = tr("Reading the traces of this case …")});
    if (m_read != m_view.comparison)
        m_wanted.reset();
    m_read = m_view.comparison;
    m_readCase = m_view.caseIndex;
    m_readVariants = variantsShown();
    m_reading = true;
    m_lighting->forget();
    m_job.start([view = m_view, variants = m_readVariants] { return readTimeline(view, variants); },
        [this](TimelineReading reading) {
            m_lacksCauses = !reading.sources.empty();
            m_skew = std::move(reading.skew);
            showTraces(std::move(reading.runs));
            lookForCauses(std::move(reading.sources));
        });
}

/// The rows go with the job, so that its thread frees them.
void TimelinePage::lookForCauses(std::vector<TimelineSource> sources)
{
    m_job.start([sources = std::move(sources)] { return findCauses(sources); },
        [this](std::vector<TimelineCauses> causes) {
            showCauses(std::move(causes));
            Q_EMIT ready();
        });
}

void TimelinePage::showCauses(std::vector<TimelineCauses> causes)
{
    for (auto& each : causes)
        each.tracks->device = std::move(each.device);
    m_lacksCauses = false;
    m_canvas->update();
    showLegend();
    showSelection();
    m_details->showIdle(*m_canvas);
}

void TimelinePage::showTraces(std::vector<TimelineRun> runs)
{
    const bool any
        = std::ranges::any_of(runs, [](const TimelineRun& run) { return run.tracks != nullptr; });
    m_reading = false;
    m_canvas->setRuns(std::move(runs));
    m_lighting->showView(m_view);
    m_panel->setVisible(any);
    m_all->setVisible(m_view.caseResult()->variants.size() > 2);
    showTexts();
    showLegend();
    showSelection();
    m_details->showIdle(*m_canvas);
    if (m_wanted)
        showWanted();
    m_filling.start();
}

/// A trace without ProfilerStep is one piece and no call.
QString TimelinePage::nameOfCall() const
{
    const auto& result = m_view.comparison->result;
    const int number = m_canvas->call() + 1;
    if (!result.imported)
        return tr("Call %1").arg(number);
    return profiler::holdsWholeTraces(result) ? tr("The trace") : tr("Step %1").arg(number);
}

void TimelinePage::showTexts()
{
    if (m_skew) {
        showRanks();
        return;
    }
    const auto& runs = m_canvas->runs();
    QStringList times;
    QStringList missing;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& run = runs[i];
        const auto& head = m_canvas->headOf(i);
        if (run.tracks == nullptr)
            missing << tr("%1 has no trace: %2").arg(run.name, run.missing);
        else if (head.duration.isEmpty())
            missing << tr("%1 has no such call").arg(run.name);
        else
            times << tr("**%1** in %2").arg(head.duration, run.name);
    }
    QStringList parts;
    if (!times.isEmpty())
        parts << tr("%1 took %2").arg(nameOfCall(), times.join(tr(" and ")));
    sentence().setContent({.status = Status::Information,
        .sentence = capitalized((parts + missing).join(QStringLiteral("; "))) + QLatin1Char('.'),
        .note
        = withLosses(tr("Profiled; not comparable to measured latency."), m_view, m_readVariants)});
    m_panel->setCaption(captionOf(m_canvas->alignment(), m_fitted->isChecked()));
}

/// Of several ranks the question is who waits for whom.
void TimelinePage::showRanks()
{
    const auto unit = profiler::importedUnit(m_view.comparison->result);
    sentence().setContent({.status = Status::Information,
        .sentence = capitalized(qt(profiler::skewSentence(*m_skew, unit))) + QLatin1Char('.'),
        .note = withLosses(qt(profiler::clocksSentence(*m_skew)), m_view, m_readVariants)});
    const bool module = m_canvas->alignment() == TimelineAlignment::Module;
    m_panel->setCaption(module || m_fitted->isChecked()
            ? captionOf(m_canvas->alignment(), m_fitted->isChecked())
            : tr("ranks on one clock, same scale"));
}

void TimelinePage::showLegend()
{
    std::vector<ChartLegend::Entry> entries;
    m_shownKinds = kindsOf(m_canvas->runs());
    entries.reserve(m_shownKinds.size() + profiler::idleCauses.size());
    for (const auto kind : m_shownKinds)
        entries.push_back(workEntry(theme(), kind));
    m_legend->setChoosable(m_shownKinds.size());
    const bool device = std::ranges::any_of(m_canvas->runs(), [](const TimelineRun& run) {
        return run.tracks != nullptr && run.tracks->device.size() > 0;
    });
    m_gaps->setVisible(device);
    if (m_lacksCauses)
        entries.push_back(textEntry(tr("looking for the causes of idle times …")));
    else if (device)
        for (const auto cause : profiler::idleCauses)
            if (cause != profiler::IdleCause::Other && occurs(cause, m_canvas->runs()))
                entries.push_back(idleEntry(theme(), cause));
    m_legend->setEntries(std::move(entries));
}

void TimelinePage::runCommand(const QString& id)
{
    const auto found = std::ranges::find(timelineCommands(), id, &TimelineCommandSpec::id);
    if (found != timelineCommands().end())
        m_canvas->run(found->command);
}

bool TimelinePage::clearSelection()
{
    return m_canvas->clearSelection() || m_lighting->clear();
}

bool TimelinePage::showWork(const std::string& name, int variant)
{
    m_wanted = {name, variant};
    m_find->setText(qt(name));
    return m_reading || showWanted();
}

bool TimelinePage::showWanted()
{
    const auto [name, variant] = *std::exchange(m_wanted, std::nullopt);
    auto pick = firstRunOf(m_canvas->scene(), name, variant, m_canvas->call());
    if (!pick)
        pick = firstRunOf(m_canvas->scene(), name, variant, std::nullopt);
    if (!pick) {
        Q_EMIT noted(tr("The lines of this timeline do not show it; the search finds it where it "
                        "is drawn."));
        return false;
    }
    m_canvas->pick(pick);
    m_canvas->zoomToSelection();
    m_canvas->setFocus();
    return true;
}

/// Of kernels and operators, else the page as it is.
void TimelinePage::askForWork()
{
    const auto& picked = m_canvas->picked();
    const auto* row = picked ? &m_canvas->layoutOfRows().rows().at(picked->row) : nullptr;
    if (row == nullptr || !isWorkRow(row->row.kind)) {
        Q_EMIT pageRequested(PageId::Kernels);
        return;
    }
    const auto& run = m_canvas->runs().at(row->run);
    Q_EMIT workRequested(
        PageId::Kernels, wholeEventName(run, row->row.kind, picked->what), run.variant);
}

void TimelinePage::showSelection()
{
    m_details->showSelection(*m_canvas);
}

} // namespace ui
