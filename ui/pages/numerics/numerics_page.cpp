// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/numerics/numerics_page.h"

#include "profiler/report/sentences/safety_text.h"
#include "ui/pages/numerics/numerics_tables.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/tables/bar_table.h"
#include "ui/text/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

namespace ui {

PageDescriptor NumericsPage::descriptor()
{
    auto page = describedPage<NumericsPage>(PageId::Numerics, PageGroup::Safe, Icon::Numerics,
        tr("Numerics"), tr("Are the results right?"),
        tr("How far each output is from the baseline's, in percent of the tolerance of its "
           "data type."),
        needOfRecording(tr("Nobody compared results here: only a recording does.")));
    page.isRecorded = [](const ComparisonView& view) {
        return anyProcess(view, [](const auto& process) { return !process.numerics.empty(); });
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
    addPanel(m_tensorsPanel);
    connect(m_variants, &DataTable::rowChosen, this, &Page::focusRequested);
}

BarTable* NumericsPage::addTable(Panel* panel, const QString& accessibleName)
{
    auto* table = new BarTable(theme(), accessibleName);
    addWithCopy(*panel, table);
    return table;
}

void NumericsPage::showView(const ComparisonView& view)
{
    if (!showPanelsOf(view))
        return;
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
