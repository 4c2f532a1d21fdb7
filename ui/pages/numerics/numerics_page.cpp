// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/numerics/numerics_page.h"

#include "profiler/model/variant.h"
#include "profiler/report/numerics/module_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "profiler/report/training/training_text.h"
#include "ui/charts/loss_chart.h"
#include "ui/charts/ulp_chart.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/numerics/module_table.h"
#include "ui/pages/numerics/numerics_tables.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/tables/bar_table.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/widgets/tab_strip.h"

namespace ui {

PageDescriptor NumericsPage::descriptor()
{
    auto page = describedPage<NumericsPage>(PageId::Numerics, PageGroup::Safe, Icon::Numerics,
        {tr("Numerics"), tr("Are the results right?"),
            tr("How far each output is from the baseline's, in percent of the tolerance of its "
               "data type.")},
        needOfRecording(tr("Nobody compared results here: only a recording does.")));
    page.isRecorded = [](const ComparisonView& view) {
        return anyProcess(view, [](const auto& process) {
            return !process.numerics.empty() || !process.lossCurves.empty();
        });
    };
    return page;
}

NumericsPage::NumericsPage(const Theme& theme)
    : ColumnPage(theme, tr("Numerics"))
    , m_variantsPanel(new Panel(theme, tr("Results against the baseline")))
    , m_tensorsPanel(new Panel(theme, tr("Tensors")))
    , m_note(makeNote())
{
    m_variants = addTable(m_variantsPanel, tr("Worst figures of each variant"));
    m_tensors = addTable(m_tensorsPanel, tr("Tensors of the focused variant"));
    m_tensors->setMostRows(20);
    m_tensorsPanel->add({m_note, stretch()});
    addPanel(m_variantsPanel);
    createModules();
    addPanel(m_modulesPanel);
    createDistances();
    addPanel(m_distancesPanel);
    createLosses();
    addPanel(m_lossPanel);
    addPanel(m_tensorsPanel);
    connect(m_variants, &DataTable::rowChosen, this, &Page::focusRequested);
}

void NumericsPage::createModules()
{
    m_modulesPanel = new Panel(theme(), tr("Modules"));
    m_modulesSentence = makeParagraph(uiFont(type::base));
    m_modulesPanel->add({m_modulesSentence});
    m_modules = addTable(m_modulesPanel, tr("Modules of the focused variant"));
    m_modules->setMostRows(16);
}

void NumericsPage::showModules()
{
    const auto trail = profiler::moduleTrail(
        m_view.comparison->data, m_view.focus, m_view.caseResult()->caseIndex);
    m_modulesPanel->setVisible(trail.has_value());
    if (!trail)
        return;
    const profiler::Plan& plan = m_view.comparison->result.plan;
    m_modulesSentence->setText(
        emphasized(qt(profiler::moduleSentence(plan, *trail, profiler::Emphasis::Markdown))));
    m_modulesPanel->setCaption(qt(profiler::moduleNote(plan, *trail)));
    m_modules->setVisible(!trail->rows.empty());
    m_modules->setContent(numericsByModule(m_view, *trail));
    if (trail->firstAbove)
        m_modules->selectKey(static_cast<int>(*trail->firstAbove));
}

void NumericsPage::createDistances()
{
    m_distancesPanel = new Panel(theme(), tr("Distances in units of the last place"));
    m_distancesSentence = makeParagraph(uiFont(type::base));
    m_distances = new UlpChart(theme());
    m_distances->setMinimumHeight(240);
    m_distancesPanel->add({m_distancesSentence, {m_distances, 1}});
}

void NumericsPage::showDistances()
{
    auto distances = profiler::ulpDistances(
        m_view.comparison->data, m_view.focus, m_view.caseResult()->caseIndex);
    m_distancesPanel->setVisible(!distances.series.empty());
    if (distances.series.empty())
        return;
    const profiler::Plan& plan = m_view.comparison->result.plan;
    std::vector<QString> names;
    for (const auto& series : distances.series)
        names.push_back(qt(profiler::pairText(plan, m_view.focus, series.pair)));
    m_distancesSentence->setText(qt(profiler::distanceSentence(plan, m_view.focus, distances)));
    QStringList types;
    for (const auto& dtype : distances.dtypes)
        types << qt(dtype);
    m_distancesPanel->setCaption(tr("all tensors and inputs, %1").arg(types.join(u", "_qs)));
    m_distances->setDistances(std::move(distances), std::move(names), m_view.focus);
}

void NumericsPage::createLosses()
{
    m_lossPanel = new Panel(theme(), tr("Loss of each step"));
    m_lossView = new TabStrip(
        theme(), tr("What the curves are"), {tr("Loss"), tr("Distance from the baseline")});
    m_lossPanel->addControl(m_lossView);
    m_lossSentence = makeParagraph(uiFont(type::base));
    m_losses = new LossChart(theme());
    m_losses->setMinimumHeight(260);
    m_lossPanel->add({m_lossSentence, {m_losses, 1}});
    connect(m_lossView, &TabStrip::currentChanged, this, &NumericsPage::showLosses);
}

void NumericsPage::showLosses()
{
    const profiler::CaseResult* caseResult = m_view.caseResult();
    if (caseResult == nullptr)
        return;
    auto curves = profiler::lossCurves(m_view.comparison->data, caseResult->caseIndex);
    m_lossPanel->setVisible(!curves.series.empty());
    if (curves.series.empty())
        return;
    const profiler::Plan& plan = m_view.comparison->result.plan;
    std::vector<QString> names;
    for (const profiler::Variant& variant : plan.variants)
        names.push_back(qt(variant.name));
    m_lossSentence->setText(emphasized(
        qt(profiler::lossSentence(plan, curves, m_view.focus, profiler::Emphasis::Markdown))));
    m_lossPanel->setCaption(tr("the same seeds and inputs on both sides"));
    const auto view = m_lossView->current() == 0 ? LossView::Loss : LossView::Distance;
    m_losses->setCurves(std::move(curves), std::move(names), view, m_view.focus, m_view.hidden);
}

BarTable* NumericsPage::addTable(Panel* panel, const QString& accessibleName)
{
    auto* table = new BarTable(theme(), accessibleName);
    addWithCopy(*panel, table);
    return table;
}

void NumericsPage::showView(const ComparisonView& view)
{
    m_view = view;
    if (!showPanelsOf(view))
        return;
    showLosses();
    showModules();
    showDistances();
    const profiler::CaseResult* caseResult = view.caseResult();
    const auto rows = profiler::numericsRows(view.comparison->data, caseResult->caseIndex);
    const profiler::VariantResult& focused = *view.focused();
    sentence().setContent(
        {.status = focused.variant == 0 ? std::optional<Status>()
                                        : std::optional(statusOf(focused.numerics)),
            .sentence = qt(profiler::numericsSentence(
                *caseResult, view.focus, rows, profiler::Emphasis::Markdown)),
            .note = qt(profiler::numericsNote(rows, view.focus))});

    m_variantsPanel->setCaption(tr("the worst tensor of each variant · up to 100 % of the "
                                   "tolerance is close"));
    m_variants->setContent(numericsByVariant(view, rows));
    m_variants->selectKey(view.focus);

    BarContent tensors = numericsByTensor(view, rows);
    const bool any = !tensors.content.rows.empty();
    m_tensorsPanel->setCaption(qt(focused.name));
    m_tensors->setVisible(any);
    m_tensors->setContent(std::move(tensors));
    const QString notRecorded
        = tr("Not recorded: the place of the worst element, and how much the baseline differs from "
             "itself; its error against fp64 stands in for the last.");
    m_note->setText(any            ? notRecorded
            : focused.variant == 0 ? tr("Choose another variant to see its tensors.")
                                   : qt(focused.numerics.reason).toHtmlEscaped());
}

} // namespace ui
