// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/numerics/numerics_page.h"

#include "profiler/report/sentences/safety_text.h"
#include "profiler/report/training/training_text.h"
#include "ui/charts/loss_chart.h"
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
        tr("Numerics"), tr("Are the results right?"),
        tr("How far each output is from the baseline's, in percent of the tolerance of its "
           "data type."),
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
    createLosses();
    addPanel(m_lossPanel);
    addPanel(m_tensorsPanel);
    connect(m_variants, &DataTable::rowChosen, this, &Page::focusRequested);
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
    const QString notRecorded = tr(
        "Not recorded: the place of the worst element, a histogram of ULP, errors by layer, and "
        "how "
        "much the baseline differs from itself; its error against fp64 stands in for the last.");
    m_note->setText(any            ? notRecorded
            : focused.variant == 0 ? tr("Choose another variant to see its tensors.")
                                   : qt(focused.numerics.reason).toHtmlEscaped());
}

} // namespace ui
