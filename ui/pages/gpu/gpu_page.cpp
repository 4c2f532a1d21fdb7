// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gpu/gpu_page.h"

#include "profiler/judge/summarize_imports.h"
#include "profiler/model/counters.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/report/sentences/device_text.h"
#include "ui/comparison/commands.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/gpu/counter_chart.h"
#include "ui/pages/gpu/counter_view.h"
#include "ui/pages/gpu/gpu_tables.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/tables/bar_table.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/legend_strip.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

#include <algorithm>

namespace ui {

namespace {

constexpr int busyShare = 3;
constexpr int sideShare = 2;

/// Records the same plan where there is a GPU.
QString elsewhereCommand(const ComparisonView& view)
{
    const QString file = view.file.isEmpty() ? QStringLiteral("FILE") : view.file;
    return QStringLiteral("fusescope reproduce ") + file;
}

/// Of an import the focused file's own: another may be of another device.
QString deviceName(const ComparisonView& view)
{
    const auto& result = view.comparison->result;
    if (!result.imported)
        return qt(result.device);
    return qt(profiler::importedDevice(view.comparison->data, view.focus));
}

/// The calls ran on a device, and nobody saw what it did.
bool isUnseen(const ComparisonView& view)
{
    const auto& comparison = *view.comparison;
    return !comparison.result.imported
        && !profiler::isCpuDevice(comparison.result.plan.numeric.device);
}

bool hasDevice(const ComparisonView& view)
{
    return std::ranges::any_of(view.comparison->data.monitors, [](const auto& monitor) {
        return monitor.rows > 0 && monitor.start.source == profiler::MonitorSource::Device;
    }) || anyProcess(view, [](const auto& process) {
        return std::ranges::any_of(
            process.traces, [](const auto& trace) { return !trace.deviceCalls.empty(); });
    });
}

} // namespace

PageDescriptor GpuPage::descriptor()
{
    auto page = describedPage<GpuPage>(PageId::Gpu, PageGroup::Why, Icon::Gpu,
        {tr("GPU"), tr("Is the device busy?"),
            tr("How much of a call the device works, by class of kernel, and what its idle "
               "time waits for; launches, energy, clocks and power over time. Without a GPU "
               "the CPU's own counters.")});
    page.isRecorded = hasDevice;
    page.import = ImportNeed {.isMet
        = [](const auto& facts) { return facts.trace.hasTrace && facts.trace.noDevice.empty(); },
        .otherwise = tr("Nothing ran on a device in these files.")};
    return page;
}

GpuPage::GpuPage(const Theme& theme)
    : ColumnPage(theme, tr("GPU"))
{
    createBusyPanel();
    createSidePanels();
    createSharesPanel();
    createHostPanels();
    createTimePanel();
    addRow(m_busyPanel, busyShare, m_side, sideShare);
    addPanel(m_sharesPanel);
    addRow(m_hostPanel, busyShare, m_elsewherePanel, sideShare);
    addPanel(m_timePanel);
    for (DataTable* table :
        std::initializer_list<DataTable*> {m_busy, m_launches, m_energy, m_shares, m_host})
        connect(table, &DataTable::rowChosen, this, &Page::focusRequested);
}

void GpuPage::createBusyPanel()
{
    m_busyPanel = new Panel(theme(), tr("Busy and idle"));
    m_legend = new LegendStrip(theme());
    m_busy = new BarTable(theme(), tr("Busy and idle of one call"), m_legend);
    m_busy->setRowHeight(34);
    auto* kernels = makeCompactButton(theme(), tr("Show kernels"));
    connect(kernels, &Button::clicked, this, [this] { Q_EMIT pageRequested(PageId::Kernels); });
    m_busyPanel->addControl(kernels);
    m_busyPanel->add({m_busy, m_legend, stretch()});
}

void GpuPage::createSidePanels()
{
    auto* launchPanel = new Panel(theme(), tr("Kernels and launches"));
    launchPanel->setCaption(tr("of one call"));
    m_launches = new DataTable(theme(), tr("Kernels and launches of one call"));
    launchPanel->add({m_launches, stretch()});
    m_energyPanel = new Panel(theme(), tr("Energy per call"));
    m_energy = new BarTable(theme(), tr("Energy of one call"));
    m_energy->setRowHeight(24);
    m_energyPanel->add({m_energy, stretch()});
    m_side = columnOf(pageGap, {launchPanel, {m_energyPanel, 1}});
}

void GpuPage::createSharesPanel()
{
    m_sharesPanel = new Panel(theme(), tr("Devices"));
    m_sharesPanel->setCaption(tr("of one call; exposed is what computing does not hide"));
    m_shares = new DataTable(theme(), tr("Devices and their communication"));
    m_sharesPanel->add({m_shares});
}

void GpuPage::createHostPanels()
{
    m_hostPanel = new Panel(theme(), tr("The CPU while calls were timed"));
    m_hostPanel->setCaption(tr("medians over all repetitions"));
    m_host = new DataTable(theme(), tr("The CPU while calls were timed"));
    m_hostPanel->add({m_host, stretch()});
    m_elsewherePanel = new Panel(theme(), tr("On a machine with a GPU"));
    auto* words = makeParagraph(uiFont(type::base), QPalette::PlaceholderText);
    words->setText(tr("There this page shows how busy the device is, what its idle time waits "
                      "for, clocks, power and energy a call. What is needed to record the same "
                      "there:"));
    m_command = new CodeLine(theme());
    m_elsewherePanel->add({words, m_command, stretch()});
    copyFrom(m_command, this, tr("command"));
}

void GpuPage::createTimePanel()
{
    m_timePanel = new Panel(theme(), tr("The device over time"));
    m_repetition = new Choice(theme(), tr("Repetition"));
    m_chart = new CounterChart(theme());
    m_noTimes = makeParagraph(uiFont(type::base), QPalette::PlaceholderText);
    m_foot = makeNote();
    m_timePanel->addControl(m_repetition);
    m_timePanel->add({m_noTimes, {m_chart, 1}, m_foot});
    connect(m_repetition, &QComboBox::currentIndexChanged, this, &GpuPage::showTimes);
}

void GpuPage::showView(const ComparisonView& view)
{
    m_view = view;
    if (view.caseResult() == nullptr || view.focused() == nullptr) {
        m_job.drop();
        m_read.reset();
        m_facts.reset();
        showNothing();
        return;
    }
    if (m_facts && m_read == view.comparison && m_readCase == view.caseIndex) {
        showFacts();
        return;
    }
    prepare();
}

void GpuPage::prepare()
{
    m_facts.reset();
    showPanels();
    setShown(
        {m_busyPanel, m_side, m_sharesPanel, m_hostPanel, m_elsewherePanel, m_timePanel}, false);
    sentence().setContent({.sentence = tr("Reading the traces and counters of this case …")});
    m_read = m_view.comparison;
    m_readCase = m_view.caseIndex;
    m_job.start([view = m_view] { return deviceFacts(view); },
        [this](DeviceFacts facts) {
            m_facts = std::move(facts);
            showFacts();
            Q_EMIT ready();
        });
}

void GpuPage::showFacts()
{
    const bool device = m_facts->hasDevice();
    setShown({m_busyPanel, m_side}, device);
    m_sharesPanel->setVisible(device && m_facts->hasSeveralDevices());
    m_hostPanel->setVisible(!device);
    m_elsewherePanel->setVisible(!device && !isUnseen(m_view));
    m_timePanel->show();
    showSentence();
    showTables();
    offerRepetitions();
    showTimes();
}

void GpuPage::showSentence()
{
    const auto& result = *m_view.caseResult();
    const QString device = deviceName(m_view);
    const QString where = (device.isEmpty() ? QString() : QStringLiteral(" · ") + device)
        + QStringLiteral(" · ") + qt(result.name);
    if (m_facts->hasDevice()) {
        const auto& focused = m_facts->devices.at(static_cast<std::size_t>(m_view.focus));
        const bool busy = focused.use && focused.use->busyInAllRatio >= 0.7;
        const bool imported = m_view.comparison->result.imported.has_value();
        sentence().setContent({.status = !focused.use || imported ? Status::Information
                : busy                                            ? Status::Good
                                                                  : Status::Warning,
            .sentence = qt(profiler::deviceSentence(
                result, m_facts->devices, m_view.focus, profiler::Emphasis::Markdown)),
            .note = withLosses(qt(profiler::deviceNote(m_facts->devices, m_view.focus)) + where,
                m_view, {0, m_view.focus})});
        return;
    }
    const auto& seen = m_facts->devices.at(static_cast<std::size_t>(m_view.focus)).use;
    if (isUnseen(m_view) && !seen) {
        sentence().setContent({.status = Status::Information,
            .sentence = tr("No figures of the device: %1.").arg(qt(seen.error())),
            .note = where.mid(3)});
        return;
    }
    const auto& uses = m_facts->hostUses;
    const auto& use = uses.at(static_cast<std::size_t>(m_view.focus));
    sentence().setContent({.status = isDisturbed(use) ? Status::Warning : Status::Information,
        .sentence = qt(profiler::hostSentence(
            result, uses.front(), use, m_view.focus, profiler::Emphasis::Markdown)),
        .note = qt(profiler::hostNote(use)) + where});
}

void GpuPage::showTables()
{
    if (!m_facts->hasDevice()) {
        m_host->setContent(hostTable(m_view, *m_facts));
        m_host->selectKey(m_view.focus);
        m_command->setCode(elsewhereCommand(m_view));
        return;
    }
    m_busy->setContent(busyTable(m_view, *m_facts));
    m_busy->selectKey(m_view.focus);
    m_busyPanel->setCaption(tr("% of one call · behind it the busy share with its interval"));
    m_legend->setEntries(busyLegend(theme(), *m_facts));
    m_launches->setContent(launchTable(m_view, *m_facts));
    m_launches->selectKey(m_view.focus);
    if (m_facts->hasSeveralDevices())
        m_shares->setContent(sharesTable(m_view, *m_facts));
    const bool energy = std::ranges::any_of(
        m_facts->devices, [](const auto& device) { return device.energy.has_value(); });
    m_energyPanel->setVisible(energy);
    m_energy->setContent(energyTable(m_view, *m_facts));
    m_energy->selectKey(m_view.focus);
}

void GpuPage::offerRepetitions()
{
    const auto& counters = m_facts->counters();
    const QSignalBlocker quiet(m_repetition);
    const int before
        = m_repetition->currentData().isValid() ? m_repetition->currentData().toInt() : 0;
    m_repetition->clear();
    for (const auto& one : counters)
        m_repetition->addItem(
            tr("Repetition %1 of %2").arg(one.repetition + 1).arg(counters.size()), one.repetition);
    m_repetition->setCurrentIndex(std::max(0, m_repetition->findData(before)));
    m_repetition->setVisible(counters.size() > 1);
}

void GpuPage::showTimes()
{
    if (!m_facts)
        return;
    const bool device = !m_facts->device.empty();
    const bool onDevice = device || m_facts->hasDevice();
    m_timePanel->setTitle(onDevice ? tr("The device over time") : tr("The CPU over time"));
    auto times = m_repetition->count() == 0
        ? std::nullopt
        : counterView(m_view, *m_facts, m_repetition->currentData().toInt());
    m_chart->setVisible(times.has_value());
    m_foot->setVisible(times.has_value());
    m_noTimes->setVisible(!times);
    if (!times) {
        m_timePanel->setCaption({});
        m_noTimes->setText(m_view.comparison->result.imported
                ? tr("Not in this file: a trace holds no clocks, power or temperature.")
                : tr("No counter was read while this comparison was recorded. Record again, or "
                     "add repetitions with fusescope extend."));
        return;
    }
    m_timePanel->setCaption(tr("one repetition; all lanes share the machine, one block runs at a "
                               "time"));
    const QString how = device
        ? tr("SM, tensor and DRAM: NVML every 0.1 s · clocks, power, temperature: every 0.05 s")
        : tr("/proc every 0.05 s, the clock once a second");
    m_foot->setText((times->foot.isEmpty() ? QString() : times->foot + QStringLiteral(" · ")) + how
        + tr(" · all read without tracing"));
    m_chart->setView(std::move(*times));
}

} // namespace ui
