// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/kernels_page.h"

#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/work_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/pages/kernels/work_captions.h"
#include "ui/pages/kernels/work_cells.h"
#include "ui/pages/kernels/work_inspector.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/pages/remedy_rows.h"
#include "ui/text/text.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/widgets/tab_strip.h"

namespace ui {

namespace {

enum Part { TablePart, SelectionPart };

constexpr std::size_t mostRemedies = 3;
constexpr int compactHeight = 520; ///< of the selection where it stands in the page

} // namespace

PageDescriptor KernelsPage::descriptor()
{
    auto page = describedPage<KernelsPage>(PageId::Kernels, PageGroup::Why, Icon::Kernels,
        {tr("Kernels"), tr("What made it faster?"),
            tr("What one call does in the baseline and in the variant in focus, name by name. "
               "All rows of a side add up to its median, arranged by the same work, class, "
               "module, source line or not at all. Click a group to see its names; a name that "
               "only "
               "one side "
               "runs was replaced by another one. The filter takes regular expressions; Enter "
               "on a name shows its first run in Timeline.")},
        needOfCalls(tr("These files hold no calls.")));
    page.isRecorded = hasEndedTraces;
    return page;
}

KernelsPage::KernelsPage(const Theme& theme)
    : ColumnPage(theme, tr("Kernels"))
{
    m_panel = new WorkPanel(theme);
    createRemedies();
    addPanel(m_remedyPanel);
    createWaterfall();
    addPanel(m_change);
    m_parts = new TabStrip(theme, tr("Table or selection"), {tr("Work"), tr("Selected work")});
    addPanel(m_parts);
    addPanel(m_panel);
    createInspector();
    passOn(*m_panel, m_view);
    connect(m_panel, &WorkPanel::timelineAsked, this, [this](const QString& name, int variant) {
        Q_EMIT workRequested(PageId::Timeline, name, variant);
    });
    connect(m_panel, &WorkPanel::sameWorkAsked, this, &KernelsPage::sameWorkRequested);
    connect(m_panel, &WorkPanel::selectionChanged, this, &KernelsPage::showSelection);
    connect(m_panel, &WorkPanel::workChanged, this, &KernelsPage::arrangeInspector);
    connect(m_parts, &TabStrip::currentChanged, this, &KernelsPage::arrangeInspector);
    arrangeInspector();
}

void KernelsPage::createRemedies()
{
    m_remedyPanel = new Panel(theme(), tr("What to do about it"));
    m_remedyPanel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_remedies = new RemedyRows(theme(), RemedyRows::Words::Sentences);
    m_remedyPanel->add({m_remedies});
    connect(m_remedies, &RemedyRows::variantChosen, this, &Page::focusRequested);
    connect(m_remedies, &RemedyRows::recordingRequested, this,
        [this](const profiler::Plan& plan) { Q_EMIT recordingRequested(plan, outputOf(m_view)); });
}

/// Of the findings that this page explains, those by which most can be won.
void KernelsPage::showRemedies()
{
    auto findings = findingsOn(PageId::Kernels, m_view, m_view.focus);
    const auto all = findings.size();
    findings.resize(std::min(all, mostRemedies));
    m_remedies->showFindings(m_view, findings);
    m_remedyPanel->setCaption(all > mostRemedies
            ? tr("the first %1 of %2 findings; all of them are on Overview")
                  .arg(mostRemedies)
                  .arg(all)
            : QString());
    m_remedyPanel->setVisible(!m_remedies->isEmpty());
}

void KernelsPage::createWaterfall()
{
    m_change = new Panel(theme(), tr("What changed"));
    m_waterfall = new WaterfallChart(theme());
    m_change->add({m_waterfall});
    connect(m_waterfall, &WaterfallChart::stepChosen, m_panel, &WorkPanel::openStep);
}

void KernelsPage::createInspector()
{
    m_details = new WorkInspector(theme());
    passOn(*m_details, m_view);
    connect(m_details, &WorkInspector::timelineRequested, m_panel, &WorkPanel::askForTimeline);
    m_inspector = makeInspector(this);
    m_below = columnOf(0, {});
    addPanel(m_below);
}

/// Beside the page, or in a small window in the place of the table.
void KernelsPage::arrangeInspector()
{
    const bool anything = m_panel->hasWork();
    setInspector(anything ? m_inspector : nullptr);
    const bool selection = isCompact() && m_parts->current() == SelectionPart;
    (isCompact() ? m_below : m_inspector)->layout()->addWidget(m_details);
    m_details->setMinimumHeight(isCompact() ? compactHeight : 0);
    m_details->setVisible(anything);
    m_parts->setVisible(isCompact() && anything);
    m_panel->setVisible(anything && !selection);
    m_below->setVisible(anything && selection);
}

void KernelsPage::showView(const ComparisonView& view)
{
    m_view = view;
    if (view.caseResult() == nullptr || view.focused() == nullptr) {
        m_panel->forget();
        showNothing();
        arrangeInspector();
        return;
    }
    const auto& result = view.comparison->result;
    const auto pair = profiler::compareWork(view.comparison->data, *view.caseResult(), view.focus);
    const auto waterfall
        = profiler::waterfallOf(view.comparison->data, *view.caseResult(), view.focus);
    const auto headline
        = profiler::workHeadline(result, *view.caseResult(), view.focus, pair, waterfall);
    m_panel->showView(view);
    sentence().setContent({.status = statusOf(headline.mark),
        .sentence = qt(headline.sentence),
        .note = withLosses(qt(headline.note), view, {0, view.focus})});
    showPanels();
    arrangeInspector();
    showRemedies();
    showWaterfall();
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
                           .arg(forHeading(baseline.name, longestNameLength),
                               forHeading(variant.name, longestNameLength)));
    const auto& result = m_view.comparison->result;
    const QString unit = WaterfallChart::unitOf(*waterfall);
    m_change->setCaption(result.imported
            ? tr("%1; one %2 under the profiler; the bars add up to the difference")
                  .arg(unit, qt(profiler::importedUnit(result)))
            : tr("%1; one call; the bars add up to the difference of the medians").arg(unit));
    m_waterfall->showWaterfall(*waterfall,
        {WaterfallChart::Side {.name = qt(baseline.name), .variant = 0},
            WaterfallChart::Side {.name = qt(variant.name), .variant = m_view.focus}},
        variant.verdict == profiler::Verdict::Faster
            || variant.verdict == profiler::Verdict::Slower);
}

void KernelsPage::showSelection()
{
    if (const auto selection = m_panel->selection())
        m_details->showSelection(*selection);
    else
        m_details->showNothing();
}

} // namespace ui
