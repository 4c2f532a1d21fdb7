// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/compile_page.h"

#include "profiler/evidence/compile/payback_series.h"
#include "profiler/report/engines/program_text.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/imported_text.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/payback_chart.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/compile/cache_tables.h"
#include "ui/pages/compile/first_start.h"
#include "ui/pages/compile/flame_panel.h"
#include "ui/pages/compile/horizon_slider.h"
#include "ui/pages/compile/payback_table.h"
#include "ui/pages/compile/program_table.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/legend_strip.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

#include <utility>

namespace ui {

namespace {

profiler::PaybackSeries visible(profiler::PaybackSeries series, const ComparisonView& view)
{
    std::erase_if(series.lines,
        [&view](const profiler::PaybackLine& line) { return view.isHidden(line.variant); });
    return series;
}

/// Why no variant shown pays back, a line each; empty: some does, and the chart says when.
QStringList withoutPayback(const ComparisonView& view)
{
    QStringList lines;
    for (const profiler::VariantResult& variant : view.caseResult()->variants) {
        if (variant.variant == 0 || view.isHidden(variant.variant))
            continue;
        if (variant.paybackCold || variant.paybackWarm)
            return {};
        lines << QStringLiteral("%1: %2").arg(qt(variant.name), qt(variant.paybackCold.error()));
    }
    if (lines.isEmpty())
        lines << CompilePage::tr("No variant is shown that compiles.");
    return lines;
}

} // namespace

PageDescriptor CompilePage::descriptor()
{
    auto page = describedPage<CompilePage>(PageId::CompileTime, PageGroup::Worth, Icon::CompileTime,
        {tr("Compile time"), tr("What does it cost?"),
            tr("What compiling costs once with an empty cache, with a warm one, and how many "
               "calls pay it back.")},
        needOfLog(tr("A kernel trace does not hold compile times. Record, or "
                     "import the TORCH_TRACE log of the same run beside it.")));
    page.isRecorded = [](const ComparisonView& view) {
        return anyVariant(view, [](const auto& variant) {
            return variant.compileCold || variant.compileWarm;
        }) || anyProcess(view, [](const auto& process) { return !process.compiles.empty(); });
    };
    return page;
}

CompilePage::CompilePage(const Theme& theme)
    : ColumnPage(theme, tr("Compile time"))
{
    createStartPanel();
    createPaybackPanels();
    createGraphsPanel();
    createCachePanels();
    createProgramsPanel();
    addPanel(m_startPanel);
    addPanel(m_programsPanel);
    addPanel(m_flamePanel);
    addRow(m_paybackPanel, 19, m_tablePanel, 14);
    addPanel(m_graphsPanel);
    addRow(m_cachePanel, 19, m_guardPanel, 14);
    addPanel(m_tunedPanel);
}

void CompilePage::createStartPanel()
{
    m_startPanel = new Panel(theme(), tr("Compile cost"));
    m_startPanel->setCaption(
        tr("wall time; each bar adds up to the total beside it; CPU counts the compilers, too"));
    m_legend = new LegendStrip(theme());
    m_startTable = new BarTable(theme(), tr("Compile cost"), m_legend);
    m_startNote = makeNote();
    addWithCopy(*m_startPanel, m_startTable);
    m_startPanel->add({m_legend, m_startNote});
    connect(m_startTable, &DataTable::rowChosen, this, &Page::focusRequested);
}

void CompilePage::createPaybackPanels()
{
    m_paybackPanel = new Panel(theme(), tr("Payback"));
    m_paybackPanel->setCaption(
        tr("time saved minus compile time, calls in one process · bands: 95 % interval"));
    m_noHorizon = makeCompactButton(theme(), tr("No horizon"));
    m_noHorizon->setToolTip(tr("Judge by the time of a call alone"));
    m_paybackPanel->addControl(m_noHorizon);
    m_chart = new PaybackChart(theme(), m_paybackPanel);
    m_chart->setMinimumHeight(270);
    m_slider = new HorizonSlider(theme());
    m_paybackNote = makeParagraph(uiFont(), QPalette::PlaceholderText);
    m_paybackPanel->add({{m_chart, 1}, m_slider, m_paybackNote});
    connect(m_slider, &HorizonSlider::previewed, this, &CompilePage::showHorizon);
    connect(m_slider, &HorizonSlider::chosen, this, [this](qint64 calls) { chooseHorizon(calls); });
    connect(m_noHorizon, &Button::clicked, this, [this] { chooseHorizon(std::nullopt); });
    connect(m_chart, &QCustomPlot::afterReplot, this, &CompilePage::followAxis);

    m_tablePanel = new Panel(theme(), tr("Paid back after"));
    m_paybackTable = new DataTable(theme(), tr("Paid back after"));
    m_ranking = makeNote();
    addWithCopy(*m_tablePanel, m_paybackTable);
    m_tablePanel->add({m_ranking, stretch()});
    connect(m_paybackTable, &DataTable::rowChosen, this, &Page::focusRequested);
}

void CompilePage::createGraphsPanel()
{
    m_graphsPanel = new Panel(theme(), tr("Compiled graphs"));
    m_graphs = new DataTable(theme(), tr("Compiled graphs of the focused variant"));
    m_graphs->setMostRows(14);
    m_graphsNote = makeNote();
    addWithCopy(*m_graphsPanel, m_graphs);
    m_graphsPanel->add({m_graphsNote});
}

void CompilePage::createCachePanels()
{
    m_flamePanel = new FlamePanel(theme());
    m_cachePanel = new Panel(theme(), tr("Caches"));
    m_cachePanel->setCaption(tr("what torch kept, and which part of a key differed"));
    m_caches = new DataTable(theme(), tr("Caches of the focused variant"));
    addWithCopy(*m_cachePanel, m_caches);
    m_cachePanel->add({stretch()});
    m_guardPanel = new Panel(theme(), tr("Guards"));
    m_guardPanel->setCaption(tr("checks before each call of a graph"));
    m_guards = new DataTable(theme(), tr("Guards of the focused variant"));
    m_guards->setMostRows(14);
    m_guardsNote = makeNote();
    addWithCopy(*m_guardPanel, m_guards);
    m_guardPanel->add({m_guardsNote, stretch()});
    m_tunedPanel = new Panel(theme(), tr("Autotuning"));
    m_tunedPanel->setCaption(tr("which kernel won, in the process with an empty cache"));
    m_tuned = new DataTable(theme(), tr("Autotuning of the focused variant"));
    m_tuned->setMostRows(14);
    addWithCopy(*m_tunedPanel, m_tuned);
}

void CompilePage::createProgramsPanel()
{
    m_programsPanel = new Panel(theme(), tr("Programs"));
    m_programsPanel->setCaption(tr("the model exported or traced, and kept as a file"));
    m_programs = new DataTable(theme(), tr("Programs"));
    m_programsNote = makeNote();
    addWithCopy(*m_programsPanel, m_programs);
    m_programsPanel->add({m_programsNote});
    connect(m_programs, &DataTable::rowChosen, this, &Page::focusRequested);
}

void CompilePage::showPrograms()
{
    m_programsPanel->setVisible(!m_evidence->programs.empty());
    m_programs->setContent(programTable(m_view, *m_evidence));
    m_programs->selectKey(m_view.focus);
    showText(*m_programsNote,
        qt(profiler::pythonCostSentence(
            m_view.comparison->result.plan, m_evidence->programs, profiler::Emphasis::None)));
}

void CompilePage::showSteps()
{
    const profiler::VariantResult& focused = *m_view.focused();
    const auto& steps = m_evidence->steps.at(static_cast<std::size_t>(m_view.focus));
    m_flamePanel->setVisible(focused.variant != 0 || !steps.guards.empty());
    m_flamePanel->showSteps(
        qt(focused.name), steps, m_view.comparison->result.imported.has_value());
    const auto caches = cacheTable(steps);
    const auto guards = guardTable(steps);
    const auto tuned = autotuneTable(steps);
    m_cachePanel->setVisible(!caches.rows.empty());
    m_guardPanel->setVisible(!guards.rows.empty());
    m_tunedPanel->setVisible(!tuned.rows.empty());
    m_guardsNote->setText(tr("Times are torch's own, of one check when the graph was new."));
    m_caches->setContent(caches);
    m_guards->setContent(guards);
    m_tuned->setContent(tuned);
    showWanted();
}

bool CompilePage::showWork(const std::string& compileId, int /*variant*/)
{
    m_wanted = compileId;
    return m_evidence && showWanted();
}

bool CompilePage::showWanted()
{
    const std::string wanted = std::exchange(m_wanted, {});
    auto* chart = wanted.empty() ? nullptr : m_flamePanel->chooseCompile(wanted);
    if (chart != nullptr)
        reveal(*chart);
    return chart != nullptr;
}

void CompilePage::showView(const ComparisonView& view)
{
    m_view = view;
    if (!showPanelsOf(view))
        return;
    if (m_preparedFor == view.comparison && m_preparedCase == view.caseIndex && m_evidence) {
        showEvidence();
        return;
    }
    m_preparedFor = view.comparison;
    m_preparedCase = view.caseIndex;
    m_evidence.reset();
    m_job.start(
        [comparison = view.comparison, caseIndex = view.caseIndex] {
            return compileEvidenceOf(*comparison, caseIndex);
        },
        [this](CompileEvidence evidence) {
            m_evidence = std::move(evidence);
            showEvidence();
        });
}

void CompilePage::showEvidence()
{
    const profiler::VariantResult& focused = *m_view.focused();
    const auto place = static_cast<std::size_t>(m_view.focus);
    const profiler::FirstStartCosts& starts = m_evidence->starts.at(place);
    const auto& result = m_view.comparison->result;
    const auto& graphs = m_evidence->graphs.at(place);
    const bool logged = !starts.cold && !graphs.empty(); // compiled, but in no cold process
    PageSentence words {.sentence
        = qt(logged ? profiler::graphsSentence(focused.name, graphs, profiler::Emphasis::Markdown)
                    : profiler::compileSentence(focused, starts, profiler::Emphasis::Markdown)),
        .note = qt(profiler::compileNote(result, *m_view.caseResult(), focused, starts))};
    if (focused.variant != 0 && starts.cold)
        words.status = focused.paybackCold ? Status::Good : Status::Neutral;
    sentence().setContent(words);

    m_startTable->setContent(ui::firstStart(m_view, *m_evidence));
    m_startTable->selectKey(m_view.focus);
    m_legend->setVisible(starts.cold.has_value());
    if (starts.cold)
        m_legend->setEntries(partsLegend(theme(), *starts.cold));
    m_startNote->setText(qt(profiler::compileCostMeaning()) + u' '
        + tr("Importing torch and building the model are not counted: eager pays "
             "them, too. CUDA-graph capture is part of other."));
    showPrograms();
    showPayback();

    m_graphsPanel->setCaption(
        (result.imported ? tr("%1 · %2 in its log") : tr("%1 · %2 in its first cold process"))
            .arg(qt(focused.name), countText(std::ssize(graphs))));
    m_graphs->setVisible(!graphs.empty());
    m_graphs->setContent(graphsTable(m_view, graphs));
    showText(*m_graphsNote,
        graphs.empty() ? (focused.variant == 0 ? tr("The baseline compiles nothing.")
                                               : tr("No compile was recorded for this variant."))
                       : QString());
    showSteps();
    if (result.imported)
        showImported();
}

/// A log holds compiles and no calls: neither what a first start pays nor what pays it back.
void CompilePage::showImported()
{
    const auto& result = m_view.comparison->result;
    sentence().setContent({.status = Status::Information,
        .sentence
        = qt(profiler::importedCompileSentence(result, m_view.focus, profiler::Emphasis::Markdown)),
        .note = qt(profiler::importedLimits(result))});
    setShown({m_startPanel, m_paybackPanel, m_tablePanel}, false);
    if (m_evidence->graphs.at(static_cast<std::size_t>(m_view.focus)).empty())
        showText(*m_graphsNote, tr("No log of it was imported."));
}

void CompilePage::showPayback()
{
    const auto& result = m_view.comparison->result;
    const profiler::CaseResult& caseResult = *m_view.caseResult();
    profiler::PaybackSeries series
        = visible(profiler::paybackSeries(result, caseResult, m_view.focus), m_view);
    m_slider->setCalls(series.fromCalls, series.toCalls, series.horizonCalls);
    const QStringList never = withoutPayback(m_view);
    const bool pays = never.isEmpty();
    m_chart->setVisible(pays);
    m_slider->setVisible(pays && !series.lines.empty());
    m_paybackNote->setVisible(!pays);
    m_paybackNote->setText(plainParagraph(never.join(u'\n')));
    m_paybackPanel->setCaption(pays
            ? tr("time saved minus compile time, calls in one process · bands: 95 % interval")
            : QString());
    m_noHorizon->setVisible(series.horizonCalls.has_value());
    m_chart->setSeries(std::move(series), m_view.focus);
    const auto horizon = result.plan.goal.horizonCalls;
    m_paybackTable->setContent(paybackTable(m_view, *m_evidence, horizon));
    m_paybackTable->selectKey(m_view.focus);
    m_tablePanel->setCaption(horizon
            ? tr("saved over %1").arg(counted(*horizon, tr("call"), tr("calls")))
            : pays ? tr("no horizon set: drag the one under the chart")
                   : QString());
    showText(*m_ranking, qt(profiler::rankingNote(result, caseResult)).toHtmlEscaped());
}

/// While the slider moves nothing is judged; the chart and the table follow it.
void CompilePage::showHorizon(qint64 calls)
{
    if (!m_evidence)
        return;
    m_chart->setHorizon(calls);
    m_paybackTable->setContent(paybackTable(m_view, *m_evidence, calls));
    m_tablePanel->setCaption(tr("saved over %1").arg(counted(calls, tr("call"), tr("calls"))));
}

void CompilePage::chooseHorizon(std::optional<std::int64_t> calls)
{
    profiler::Goal goal = m_view.comparison->result.plan.goal;
    goal.horizonCalls = calls;
    Q_EMIT goalRequested(goal);
}

void CompilePage::followAxis()
{
    const QRect inside = m_chart->axisRect()->rect();
    m_slider->setAxis(inside.left(), inside.right());
}

} // namespace ui
