// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/memory/memory_page.h"

#include "profiler/evidence/memory/peak_of_call.h"
#include "profiler/report/memory/peak_text.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "ui/charts/memory_chart.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/memory/memory_tables.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/tables/bar_table.h"
#include "ui/text/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/widgets/tab_strip.h"

#include <algorithm>

namespace ui {

namespace {

/// Of the limit where the goal sets one, else of the verdict.
std::optional<Status> statusOfRow(const std::vector<profiler::MemoryRow>& rows, int variant)
{
    const auto found = std::find_if(rows.begin(), rows.end(),
        [variant](const profiler::MemoryRow& row) { return row.variant == variant; });
    if (found == rows.end() || variant == 0)
        return std::nullopt;
    if (found->limit && found->limit->value)
        return found->limit->met ? Status::Good : Status::Warning;
    return statusOf(profiler::memoryWord(*found).mark);
}

/// Of the baseline too: a file may tell of a device where the other does not.
QString importedSentences(const ComparisonView& view)
{
    const auto sentenceOf = [&](int variant) {
        return qt(profiler::importedMemorySentence(
            view.comparison->result, variant, profiler::Emphasis::Markdown));
    };
    const QString focused = sentenceOf(view.focus);
    const QString baseline = view.focus == 0 ? focused : sentenceOf(0);
    return baseline == focused ? focused : baseline + u' ' + focused;
}

} // namespace

PageDescriptor MemoryPage::descriptor()
{
    auto page = describedPage<MemoryPage>(PageId::Memory, PageGroup::Safe, Icon::Memory,
        {tr("Memory"), tr("Does it fit?"),
            tr("Peaks of steady calls and while compiling, beside the baseline's and the cap of "
               "the goal.")},
        ImportNeed {.isMet = [](const auto& facts) { return facts.memory.hasMemory; },
            .otherwise
            = tr("These files hold no readings of an allocator. Profile with profile_memory=True, "
                 "or import a memory snapshot of torch beside them."),
            .command = QStringLiteral("fusescope import --variant NAME=TRACE.json.gz "
                                      "--variant NAME=SNAPSHOT.pickle -o FILE.fscope")});
    page.isRecorded = [](const ComparisonView& view) {
        return anyProcess(view, [](const auto& process) { return !process.memory.empty(); });
    };
    return page;
}

MemoryPage::MemoryPage(const Theme& theme)
    : ColumnPage(theme, tr("Memory"))
{
    createPanels();
    createCallPanels();
    addPanel(m_peaksPanel);
    addPanel(m_callPanel);
    addRow(m_partsPanel, 1, m_placesPanel, 1);
    addPanel(m_figuresPanel);
}

void MemoryPage::createCallPanels()
{
    m_callPanel = new Panel(theme(), tr("Memory over a call"));
    m_callSentence = makeNote();
    m_overCall = new MemoryChart(theme());
    m_callNote = makeNote();
    m_callPanel->add({m_callSentence, m_overCall, m_callNote});
    m_partsPanel = new Panel(theme(), tr("What is there at the peak"));
    m_peakParts = new DataTable(theme(), tr("What is there at the peak of a call"));
    addWithCopy(*m_partsPanel, m_peakParts);
    m_partsPanel->add({stretch()});
    m_placesPanel = new Panel(theme(), tr("What made it"));
    m_peakPlaces = new DataTable(theme(), tr("What made what is there at the peak"));
    addWithCopy(*m_placesPanel, m_peakPlaces);
    m_placesPanel->add({stretch()});
}

/// Without a history of the focused one there is nothing but the sentence that says why.
void MemoryPage::showCall()
{
    const auto& recorded = m_view.comparison->data;
    const bool imported = m_view.comparison->result.imported.has_value();
    m_callPanel->setVisible(!imported);
    std::vector<MemoryChart::Series> series;
    for (const auto& each : m_view.caseResult()->variants)
        if (const auto* history
            = profiler::memoryHistoryOf(recorded, each.variant, m_view.caseIndex);
            history != nullptr && (each.variant == 0 || !m_view.isHidden(each.variant)))
            series.push_back({each.variant, qt(each.name), history});
    m_overCall->setSeries(series, m_view.focus);
    m_overCall->setVisible(!series.empty());
    m_callSentence->setText(qt(profiler::peakSentence(recorded, m_view.focus, m_view.caseIndex)));
    const auto* focused = profiler::memoryHistoryOf(recorded, m_view.focus, m_view.caseIndex);
    const auto* baseline = profiler::memoryHistoryOf(recorded, 0, m_view.caseIndex);
    const bool known = !imported && focused != nullptr && baseline != nullptr;
    m_callNote->setVisible(known);
    m_partsPanel->setVisible(known);
    m_placesPanel->setVisible(known);
    if (!known)
        return;
    m_callNote->setText(qt(profiler::peakNote(*focused)));
    m_peakParts->setContent(peakPartTable(m_view, *baseline, *focused));
    m_peakPlaces->setContent(peakPlaceTable(m_view, *baseline, *focused));
}

void MemoryPage::createPanels()
{
    m_peaksPanel = new Panel(theme(), tr("Peak memory by phase"));
    m_kind = new TabStrip(theme(), tr("Memory of"), {tr("Host"), tr("Device")});
    m_peaks = new BarTable(theme(), tr("Peak memory by phase"));
    m_peaksPanel->addControl(m_kind);
    m_peaksPanel->add({m_peaks});
    m_figuresPanel = new Panel(theme(), tr("Figures"));
    m_figures = new DataTable(theme(), tr("Memory of each variant"));
    m_note = makeNote();
    addWithCopy(*m_figuresPanel, m_figures);
    m_figuresPanel->add({m_note, stretch()});
    connect(m_kind, &TabStrip::currentChanged, this, &MemoryPage::showTables);
    connect(m_peaks, &DataTable::rowChosen, this, &Page::focusRequested);
    connect(m_figures, &DataTable::rowChosen, this, &Page::focusRequested);
}

void MemoryPage::showView(const ComparisonView& view)
{
    m_view = view;
    if (!showPanelsOf(view))
        return;
    const auto rows = profiler::memoryRows(view.comparison->data, *view.caseResult());
    const bool device = profiler::hasDeviceMemory(rows);
    chooseKind(device);
    if (view.comparison->result.imported)
        m_kind->hide(); // one kind is in a file
    sentence().setContent({.status = statusOfRow(rows, view.focus),
        .sentence
        = qt(profiler::memorySentence(rows, view.focus, device, profiler::Emphasis::Markdown)),
        .note = qt(view.comparison->result.device) + QStringLiteral(" · ")
            + qt(view.caseResult()->name) + QStringLiteral(" · ")
            + tr("median of the cold processes, where a variant is alone") + QStringLiteral(" · ")
            + qt(profiler::goalText(view.comparison->result))});
    if (view.comparison->result.imported)
        sentence().setContent({.status = Status::Information,
            .sentence = importedSentences(view),
            .note = tr("the largest of each file's readings")});
    showTables();
    showCall();
}

/// Without a device there is nothing to choose.
void MemoryPage::chooseKind(bool hasDevice)
{
    m_kind->setVisible(hasDevice);
    if (m_hasDevice == hasDevice)
        return;
    m_hasDevice = hasDevice;
    m_kind->setCurrent(hasDevice ? 1 : 0);
}

void MemoryPage::showTables()
{
    if (m_view.caseResult() == nullptr)
        return;
    const auto kind = m_kind->current() == 1 ? MemoryKind::Device : MemoryKind::Host;
    const auto rows = profiler::memoryRows(m_view.comparison->data, *m_view.caseResult());
    m_peaks->setContent(peakTable(m_view, rows, kind));
    m_peaks->selectKey(m_view.focus);
    m_figures->setContent(memoryTable(m_view, rows, kind));
    m_figures->selectKey(m_view.focus);
    const bool device = kind == MemoryKind::Device;
    const bool imported = m_view.comparison->result.imported.has_value();
    m_peaksPanel->setTitle(imported ? tr("Peak memory") : tr("Peak memory by phase"));
    m_peaksPanel->setCaption(device
            ? tr("allocated, and dotted what the allocator reserved beyond it; one scale")
            : tr("largest resident size of the process, hatched the compilers it started; one "
                 "scale"));
    m_figuresPanel->setCaption(
        imported ? tr("as the files tell") : tr("medians of the cold processes"));
    m_note->setVisible(!imported);
    m_note->setText(tr("A verdict needs the memory to differ by 5 % or what the goal says."));
}

} // namespace ui
