// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/latency_page.h"

#include "profiler/judge/case_settings.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/latency_text.h"
#include "ui/charts/call_chart.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/percentile_chart.h"
#include "ui/charts/process_dots_chart.h"
#include "ui/charts/quantile_chart.h"
#include "ui/charts/spread_chart.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/figure/chart_parts.h"
#include "ui/pages/latency/latency_headline.h"
#include "ui/pages/latency/latency_statistics.h"
#include "ui/pages/latency/slow_call_table.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/widgets/tab_strip.h"

#include <QResizeEvent>
#include <QScrollArea>
#include <QStackedWidget>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace ui {

namespace {

constexpr std::array grains {
    profiler::SpreadGrain::Calls, profiler::SpreadGrain::Rounds, profiler::SpreadGrain::Processes};

QString baselineName(const profiler::CaseResult& caseResult)
{
    return caseResult.variants.empty() ? QString() : qt(caseResult.variants.front().name);
}

/// What is left out of the chart is said above it.
QString callCaption(int recompiled)
{
    const QString axes = LatencyPage::tr("both axes log");
    if (recompiled == 0)
        return axes;
    return axes
        + (recompiled == 1 ? LatencyPage::tr(" · 1 process left out: recompiled while timed (R)")
                           : LatencyPage::tr(" · %1 processes left out: recompiled while timed (R)")
                                 .arg(recompiled));
}

} // namespace

PageDescriptor LatencyPage::descriptor()
{
    auto page = describedPage<LatencyPage>(PageId::Latency, PageGroup::Worth, Icon::Latency,
        {tr("Latency"), tr("How are the calls spread?"),
            tr("How single calls are spread, not only their median. Percentiles need many calls "
               "in one process; where there are too few the page says how many it needs.")},
        needOfRecording(
            tr("Steps under a profiler are no latencies: it slows the host, and there are few "
               "of them. A recording times calls without one.")));
    page.isRecorded = [](const ComparisonView& view) {
        return anyVariant(view, [](const auto& variant) { return variant.latency.has_value(); });
    };
    return page;
}

LatencyPage::LatencyPage(const Theme& theme)
    : Page(theme)
    , m_headline(new LatencyHeadline(theme))
{
    createPanels();
    arrange();
    connect(&m_stepQueue, &StepQueue::finished, this, [this] {
        if (isReady())
            Q_EMIT ready();
    });
    connect(m_headline, &SentencePanel::noted, this,
        [this] { Q_EMIT noted(tr("Copied the sentence")); });
}

void LatencyPage::createPanels()
{
    createSpreadPanel();
    createTailPanel();
    createCallPanels();
    createTablePanel();
}

void LatencyPage::createSpreadPanel()
{
    m_spreadPanel = new Panel(theme(), tr("Spread"));
    m_grain = new TabStrip(
        theme(), tr("What one value is"), {tr("Calls"), tr("Rounds"), tr("Processes")});
    m_axis = new TabStrip(theme(), tr("Axis of time"), {tr("Linear"), tr("Log")});
    m_spreadPanel->addControls({m_grain, m_axis});
    m_spreadChart = new SpreadChart(theme(), m_spreadPanel);
    m_spreadPanel->add({{m_spreadChart, 1}});
    connect(m_spreadChart, &SpreadChart::logAxisRequested, this, [this](bool log) {
        m_axis->setCurrent(log ? 1 : 0);
        prepareSpread();
    });
    connect(m_grain, &TabStrip::currentChanged, this, &LatencyPage::prepareSpread);
    connect(m_axis, &TabStrip::currentChanged, this, &LatencyPage::prepareSpread);
}

void LatencyPage::createTailPanel()
{
    m_tailPanel = new Panel(theme(), tr("How slow are the slowest calls"));
    m_tailKind = new TabStrip(theme(), {}, {tr("Percentiles"), tr("Q–Q against the baseline")});
    m_tailPanel->addControl(m_tailKind);
    auto* chartStack = new QStackedWidget;
    m_percentileChart = new PercentileChart(theme(), chartStack);
    m_quantileChart = new QuantileChart(theme(), chartStack);
    chartStack->addWidget(m_percentileChart);
    chartStack->addWidget(m_quantileChart);
    m_tailPanel->add({{chartStack, 1}});
    connect(m_tailKind, &TabStrip::currentChanged, chartStack, &QStackedWidget::setCurrentIndex);
}

void LatencyPage::createCallPanels()
{
    m_callPanel = new Panel(theme(), tr("Latency by call"));
    m_callPanel->setCaption(tr("both axes log"));
    m_callChart = new CallChart(theme(), m_callPanel);
    m_callPanel->add({{m_callChart, 1}});
    m_processPanel = new Panel(theme(), tr("One dot per fresh process"));
    m_processPanel->setCaption(tr("% from its median"));
    m_processChart = new ProcessDotsChart(theme(), m_processPanel);
    m_processPanel->add({{m_processChart, 1}});
}

void LatencyPage::createTablePanel()
{
    m_tablePanel = new Panel(theme(), tr("Statistics"));
    m_tableKind = new TabStrip(theme(), tr("Which table"), {tr("Statistics"), tr("Outliers")});
    auto* button = makeCompactButton(theme(), tr("Copy table"), Icon::Copy);
    m_compile = makeCompactButton(theme(), tr("Show its compile"), Icon::CompileTime);
    m_compile->setToolTip(tr("Step by step, on Compile time"));
    m_tablePanel->addControls({m_compile, m_tableKind, button});
    m_table = new DataTable(theme(), tr("Statistics of each variant"));
    m_table->setSortingEnabled(false);
    m_slowTable = new DataTable(theme(), tr("Outliers with their causes"));
    m_method = makeNote();
    m_tablePanel->add({m_table, m_slowTable, m_method});
    connect(button, &Button::clicked, this,
        [this] { (m_tableKind->current() == 0 ? m_table : m_slowTable)->copyTable(); });
    connect(m_compile, &Button::clicked, this, &LatencyPage::showCompile);
    connect(m_table, &DataTable::rowChosen, this, &LatencyPage::focusRequested);
    connect(m_slowTable, &DataTable::rowChosen, this, &LatencyPage::chooseSlowCall);
    connect(m_tableKind, &TabStrip::currentChanged, this, &LatencyPage::showTable);
    showTable();
}

void LatencyPage::arrange()
{
    auto* content = new QWidget;
    const auto makeChartRow = [this](const LayoutPart& wide, const LayoutPart& other, int height) {
        for (const LayoutPart& part : {wide, other})
            part.widget->setMinimumHeight(height);
        m_rows.push_back(makeRow(nullptr, pageGap, {wide, other}));
        return m_rows.back();
    };
    // Their text wraps: the hint at the smallest width is far too high for the real one.
    m_headline->setMinimumHeight(56);
    m_tablePanel->setMinimumHeight(120);
    asPageColumn(*new QVBoxLayout(content),
        {m_headline, {makeChartRow({m_spreadPanel, 1}, {m_tailPanel, 1}, 330), 5},
            {makeChartRow({m_callPanel, 19}, {m_processPanel, 10}, 240), 3}, m_tablePanel});
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Latency, scrolls up and down"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    makeColumn(this, 0, {scroll});
}

void LatencyPage::resizeEvent(QResizeEvent* event)
{
    turnRows(m_rows, event->size().width());
    Page::resizeEvent(event);
}

void LatencyPage::showView(const ComparisonView& view)
{
    m_view = view;
    const profiler::CaseResult* shown = view.caseResult();
    setShown(
        {m_spreadPanel, m_tailPanel, m_callPanel, m_processPanel, m_tablePanel}, shown != nullptr);
    if (shown == nullptr) {
        m_headline->showSentence(
            tr("No comparison is open. Open a run database, or record one with fusescope record."));
        return;
    }
    m_headline->showCase(view.comparison->result, *shown, view.focus);
    nameBaseline(baselineName(*shown));
    m_method->setText(qt(latencyMethod(*shown)).toHtmlEscaped());
    const LatencyScope scope {view.comparison, view.caseIndex, view.hidden};
    if (scope == m_scope && m_evidence) {
        showEvidence();
        showSpread();
        return;
    }
    const bool otherComparison
        = scope.comparison != m_scope.comparison || scope.caseIndex != m_scope.caseIndex;
    m_scope = scope;
    if (otherComparison)
        startWithFittingAxis(*shown);
    prepare();
    prepareSpread();
}

void LatencyPage::nameBaseline(const QString& baseline)
{
    const QString name = shortened(baseline, uiFont(type::base), 70);
    if (name == m_baseline)
        return;
    m_baseline = name;
    const int chosen = m_tailKind->current();
    m_tailKind->setTabs({tr("Percentiles"), tr("Q–Q against %1").arg(name)});
    m_tailKind->setCurrent(chosen);
}

/// On a linear axis that reaches from the fastest median to a call twenty times as long, nothing
/// has a shape.
void LatencyPage::startWithFittingAxis(const profiler::CaseResult& caseResult)
{
    constexpr double tooFarApart = 20;
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const profiler::VariantResult& variant : caseResult.variants) {
        if (!variant.latency || !variant.latency->median().ns)
            continue;
        low = std::min(low, *variant.latency->median().ns);
        high = std::max(high, variant.latency->maxNs);
    }
    m_axis->setCurrent(high > tooFarApart * low ? 1 : 0);
}

void LatencyPage::prepare()
{
    m_job.start([scope = m_scope] { return latencyEvidence(scope); },
        [this](LatencyEvidence evidence) {
            m_evidence = std::move(evidence);
            showEvidence();
        });
}

void LatencyPage::prepareSpread()
{
    if (m_scope.comparison == nullptr)
        return;
    const auto grain = grains.at(static_cast<std::size_t>(m_grain->current()));
    const auto axis
        = m_axis->current() == 0 ? profiler::ValueAxis::Linear : profiler::ValueAxis::Log;
    m_spreadJob.start([scope = m_scope, grain, axis] { return latencySpread(scope, grain, axis); },
        [this](profiler::SpreadSeries series) {
            m_spread = std::move(series);
            showSpread();
            if (isReady())
                Q_EMIT ready();
        });
}

void LatencyPage::showEvidence()
{
    const profiler::CaseResult* shown = m_view.caseResult();
    if (shown == nullptr || !m_evidence)
        return;
    const profiler::TimeUnit unit = latencyUnit(m_evidence->rows);
    m_callPanel->setCaption(callCaption(m_evidence->calls->recompiled));
    m_stepQueue.run({
        [this, unit] { m_percentileChart->setSeries(m_evidence->percentiles, m_view.focus, unit); },
        [this, unit, baseline = baselineName(*shown)] {
            m_quantileChart->setSeries(m_evidence->quantiles, baseline, m_view.focus, unit);
        },
        [this] { m_callChart->setSeries(m_evidence->calls, m_view.focus); },
        [this] { m_processChart->setSeries(m_evidence->processes, m_view.focus); },
        [this] { showStatistics(); },
    });
}

void LatencyPage::showSlowCalls(bool shown)
{
    m_tableKind->setCurrent(shown ? 1 : 0);
    showTable();
}

void LatencyPage::showTable()
{
    const bool slow = m_tableKind->current() == 1;
    setShown({m_table, m_method}, !slow);
    m_slowTable->setVisible(slow);
    m_compile->setVisible(slow && m_slowCall && profiler::isCompile(m_slowCall->cause));
    m_tablePanel->setTitle(slow ? tr("Outliers") : tr("Statistics"));
    if (m_evidence)
        m_tablePanel->setCaption(slow ? slowCallCaption(m_evidence->slow)
                                      : tr("%1 · intervals 95 %, from fresh processes")
                                            .arg(unitText(latencyUnit(m_evidence->rows))));
}

void LatencyPage::chooseSlowCall(int place)
{
    m_slowCall = m_evidence->slow.calls.at(static_cast<std::size_t>(place));
    showTable();
    Q_EMIT focusRequested(m_slowCall->variant);
}

/// The same one in a list that was made anew, which a new focus is enough for.
void LatencyPage::keepSlowCall()
{
    if (!m_slowCall)
        return;
    const auto placeOf = [](const profiler::SlowCall& call) {
        return std::tuple(
            call.variant, call.caseIndex, call.kind, call.again, call.repetition, call.number);
    };
    const auto& calls = m_evidence->slow.calls;
    const auto found = std::ranges::find(calls, placeOf(*m_slowCall), placeOf);
    if (found == calls.end())
        m_slowCall.reset();
    else
        m_slowTable->selectKey(static_cast<int>(found - calls.begin()));
}

void LatencyPage::showCompile()
{
    Q_EMIT workRequested(PageId::CompileTime, qt(compileOf(*m_slowCall)), m_slowCall->variant);
}

void LatencyPage::showStatistics()
{
    m_table->setContent(latencyStatistics(m_evidence->rows));
    m_table->selectKey(m_view.focus);
    m_slowTable->setContent(slowCallTable(m_evidence->slow, m_view.comparison->result.plan));
    keepSlowCall();
    showTable();
    const QString unit = unitText(latencyUnit(m_evidence->rows));
    m_tailPanel->setCaption(m_percentileChart->isBandOfFocusOnly()
            ? tr("%1 · band: 95 % interval").arg(unit)
            : tr("%1 · bands: 95 % interval").arg(unit));
}

QString LatencyPage::spreadCaption() const
{
    std::int64_t fewest = 0;
    std::int64_t most = 0;
    for (const profiler::SpreadVariant& variant : m_spread->variants) {
        const std::int64_t count = variant.violin.count;
        if (count == 0)
            continue;
        fewest = fewest == 0 ? count : std::min(fewest, count);
        most = std::max(most, count);
    }
    const std::array words {tr("calls"), tr("rounds"), tr("processes")};
    const QString& word = words.at(static_cast<std::size_t>(m_spread->grain));
    if (most == 0)
        return {};
    const QString count = fewest == most
        ? tr("%1 %2 each").arg(countText(most), word)
        : tr("%1 to %2 %3").arg(countText(fewest), countText(most), word);
    return count
        + (m_spread->grain == profiler::SpreadGrain::Calls ? tr(" · IQR, median, p99")
                                                           : tr(" · IQR, median"));
}

void LatencyPage::showSpread()
{
    if (!m_spread)
        return;
    m_spreadChart->setSeries(*m_spread, m_view.focus);
    m_spreadPanel->setCaption(spreadCaption());
}

QString LatencyPage::sentence() const
{
    return m_headline->plainText();
}

} // namespace ui
