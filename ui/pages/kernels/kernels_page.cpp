// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/kernels_page.h"

#include "profiler/report/work_text.h"
#include "ui/models/text.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/pages/kernels/work_table.h"
#include "ui/pages/page_data.h"
#include "ui/parts/button.h"
#include "ui/parts/field.h"
#include "ui/parts/labels.h"
#include "ui/parts/panel.h"
#include "ui/parts/sentence_panel.h"
#include "ui/parts/tab_strip.h"
#include "ui/theme/fonts.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ui {

namespace {

enum Grouping { ByClass, Flat };

} // namespace

KernelsPage::KernelsPage(const Theme& theme, QWidget* parent)
    : ColumnPage(theme, tr("Kernels"), parent)
{
    createWaterfall();
    addPanel(m_change);
    createPanel();
    addPanel(m_panel);
}

void KernelsPage::createWaterfall()
{
    m_change = new Panel(theme(), tr("What changed"));
    m_waterfall = new WaterfallChart(theme());
    m_change->body()->addWidget(m_waterfall);
    connect(m_waterfall, &WaterfallChart::stepChosen, this, &KernelsPage::openStep);
}

void KernelsPage::createPanel()
{
    m_panel = new Panel(theme(), tr("Work"));
    m_grouping = new TabStrip(theme());
    m_grouping->setTabs({tr("Class"), tr("Flat")});
    m_grouping->setAccessibleName(tr("Arranged by"));
    m_filter = new TextField(theme(), tr("Filter names"));
    m_filter->setPlaceholderText(tr("Filter names"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(220);
    auto* copy = new Button(theme(), ButtonKind::Secondary, tr("Copy table"), Icon::Copy);
    copy->setCompact(true);
    m_panel->addControl(m_filter);
    m_panel->addControl(m_grouping);
    m_panel->addControl(copy);
    m_table = new WorkTable(theme());
    m_note = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
    m_panel->body()->addWidget(m_table);
    m_panel->body()->addWidget(m_note);
    connect(copy, &Button::clicked, m_table, &DataTable::copyTable);
    connect(m_table, &DataTable::noted, this, &Page::noted);
    connect(m_table, &DataTable::rowChosen, this, &KernelsPage::toggle);
    connect(m_grouping, &TabStrip::currentChanged, this, &KernelsPage::showTable);
    connect(m_filter, &QLineEdit::textChanged, this, &KernelsPage::showTable);
}

void KernelsPage::showView(const ComparisonView& view)
{
    m_view = view;
    if (view.caseResult() == nullptr || view.focused() == nullptr) {
        showNothing();
        return;
    }
    const auto& result = view.comparison->result;
    m_work = profiler::compareWork(view.comparison->data, *view.caseResult(), view.focus);
    const auto headline = profiler::workHeadline(result, *view.caseResult(), view.focus, m_work);
    sentence().setContent({.status = statusOf(headline.mark),
        .sentence = qt(headline.sentence),
        .note = withLosses(qt(headline.note), view, {0, view.focus})});
    showPanels();
    showWaterfall();
    m_panel->setVisible(m_work.has_value());
    if (!m_work)
        return;
    if (!m_chosen)
        m_open = largestClass(*m_work);
    showTable();
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
    const QString names = tr("From %1 to %2").arg(qt(baseline.name), qt(variant.name));
    m_change->setTitle(names);
    m_change->setCaption(tr("one call; the steps add up to the difference of the medians"));
    m_waterfall->showWaterfall(*waterfall,
        {WaterfallChart::Side {.name = qt(baseline.name), .variant = 0},
            WaterfallChart::Side {.name = qt(variant.name), .variant = m_view.focus}},
        variant.verdict == profiler::Verdict::Faster
            || variant.verdict == profiler::Verdict::Slower);
}

/// The classes of work that the step is about, and no other.
void KernelsPage::openStep(profiler::WaterfallStep step)
{
    const auto kinds = profiler::workKindsOf(step);
    if (kinds.empty() || !m_work)
        return;
    m_chosen = true;
    m_open = {kinds.begin(), kinds.end()};
    m_grouping->setCurrent(ByClass);
    showTable();
}

WorkArrangement KernelsPage::arrangement() const
{
    return {.grouped = m_grouping->current() == ByClass,
        .open = m_open,
        .filter = m_filter->text().trimmed()};
}

void KernelsPage::showTable()
{
    if (!m_work)
        return;
    const WorkArrangement arranged = arrangement();
    const bool flat = !arranged.grouped || !arranged.filter.isEmpty();
    WorkContents contents = workContents(m_view, *m_work, arranged);
    m_panel->setCaption(arranged.filter.isEmpty()
            ? tr("of one call; rows add up to the untraced medians, largest change first")
            : tr("%1 of %2 names").arg(contents.shown).arg(contents.all));
    m_table->showContents(std::move(contents), flat);
    m_note->setText(m_work->onDevice
            ? tr(
                "Kernels by name. What only one side runs was replaced by something else on the "
                "other: only the change of a class, of the rest and of the call says what was won.")
            : tr("Operators by their own time, without what they call, and compiled kernels. What "
                 "only one side runs was replaced by something else on the other: only the change "
                 "of a class, of the rest and of the call says what was won."));
}

void KernelsPage::toggle(int key)
{
    const auto kind = static_cast<profiler::WorkKind>(key);
    m_chosen = true;
    if (!m_open.erase(kind))
        m_open.insert(kind);
    showTable();
    m_table->selectKey(key);
}

} // namespace ui
