// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/imported_panel.h"

#include "profiler/report/sentences/imported_text.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/pages/overview/imported_parts.h"
#include "ui/tables/bar_table.h"
#include "ui/text/text.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/legend_strip.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

namespace ui {

namespace {

constexpr int barHeight = 38;

/// The page that shows it, with that page's icon.
std::pair<PageId, Icon> pageOf(profiler::NextLook look)
{
    switch (look) {
    case profiler::NextLook::Kernels:
        return {PageId::Kernels, Icon::Kernels};
    case profiler::NextLook::Timeline:
        return {PageId::Timeline, Icon::Timeline};
    case profiler::NextLook::Gpu:
        return {PageId::Gpu, Icon::Gpu};
    case profiler::NextLook::GraphBreaks:
        return {PageId::GraphBreaks, Icon::GraphBreaks};
    case profiler::NextLook::CompileTime:
        return {PageId::CompileTime, Icon::CompileTime};
    case profiler::NextLook::Memory:
        break;
    }
    return {PageId::Memory, Icon::Memory};
}

} // namespace

ImportedPanel::ImportedPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_sentence(new SentencePanel(theme, tr("What was imported")))
{
    connect(m_sentence, &SentencePanel::noted, this, &ImportedPanel::noted);
    createDifference();
    createParts();
    createKnown();
    m_nextPanel = new Panel(theme, tr("Where to look next"));
    m_next = makeColumn(nullptr, partGap, {});
    m_nextPanel->add({m_next, stretch()});
    makeColumn(this, pageGap,
        {m_sentence, m_differencePanel, m_partsPanel,
            rowOf(pageGap, {{m_knownPanel, 2}, {m_nextPanel, 1}}), stretch()});
}

void ImportedPanel::createDifference()
{
    m_differencePanel = new Panel(m_theme, tr("Where the difference comes from"));
    m_difference = new WaterfallChart(m_theme);
    m_differencePanel->add({m_difference});
    connect(m_difference, &WaterfallChart::stepChosen, this,
        [this] { Q_EMIT pageRequested(PageId::Kernels); });
}

void ImportedPanel::createParts()
{
    m_partsPanel = new Panel(m_theme, tr("What a step is made of"));
    m_legend = new LegendStrip(m_theme);
    m_parts = new BarTable(m_theme, tr("What a step is made of"), m_legend);
    m_parts->setRowHeight(barHeight);
    m_partsPanel->add({m_parts, m_legend});
    connect(m_parts, &DataTable::rowChosen, this, &ImportedPanel::focusRequested);
}

void ImportedPanel::createKnown()
{
    m_knownPanel = new Panel(m_theme, tr("What the files tell"));
    m_known = new DataTable(m_theme, tr("What the files tell"));
    m_knownPanel->add({m_known, stretch()});
    connect(m_known, &DataTable::rowChosen, this, &ImportedPanel::focusRequested);
}

QString ImportedPanel::sentence() const
{
    return m_sentence->plainText();
}

void ImportedPanel::showView(const ComparisonView& view)
{
    const auto& result = view.comparison->result;
    m_sentence->setContent({.status = Status::Information,
        .word = qt(profiler::importedWord(result.kind)),
        .sentence = qt(
            profiler::importedSentence(result, subjectVariant(view), profiler::Emphasis::Markdown)),
        .note = qt(profiler::importedLimits(result))});
    showDifference(view);
    showParts(view);
    showKnown(result);
    showNext(view);
}

void ImportedPanel::showDifference(const ComparisonView& view)
{
    const int variant = subjectVariant(view);
    const auto waterfall
        = profiler::waterfallOf(view.comparison->data, *view.caseResult(), variant);
    m_differencePanel->setVisible(variant != 0 && waterfall.has_value());
    if (variant == 0 || !waterfall)
        return;
    const auto& variants = view.caseResult()->variants;
    const auto nameOf
        = [&](int index) { return qt(variants.at(static_cast<std::size_t>(index)).name); };
    m_differencePanel->setCaption(
        tr("%1; one %2 under the profiler; the bars add up to the difference")
            .arg(WaterfallChart::unitOf(*waterfall), importedUnit(view)));
    m_difference->showWaterfall(*waterfall,
        {WaterfallChart::Side {.name = nameOf(0), .variant = 0},
            WaterfallChart::Side {.name = nameOf(variant), .variant = variant}},
        false);
}

void ImportedPanel::showParts(const ComparisonView& view)
{
    auto parts = importedParts(m_theme, view);
    m_partsPanel->setVisible(!parts.table.content.rows.empty());
    m_partsPanel->setTitle(parts.table.content.title);
    m_partsPanel->setCaption(tr("each bar adds up to its %1").arg(importedUnit(view)));
    m_legend->setEntries(std::move(parts.legend));
    m_parts->setContent(std::move(parts.table));
    m_parts->selectKey(view.focus);
}

void ImportedPanel::showKnown(const profiler::ComparisonResult& result)
{
    const auto known = profiler::importedTable(result);
    DataContent content {.title = tr("What the files tell")};
    constexpr std::size_t always = 7; // of many columns the last ones go first
    for (const auto& heading : known.columns) {
        const bool first = content.columns.empty();
        content.columns.push_back({.name = qt(heading),
            .align = first ? DataAlign::Text : DataAlign::Number,
            .yields = content.columns.size() < always ? 0 : 1,
            .elastic = true, // names of devices give way before figures are cut
            .narrowest = first ? 150 : 84});
    }
    for (const auto& row : known.rows) {
        DataRow shown {.key = row.variant};
        for (const auto& cell : row.cells)
            shown.cells.push_back(
                cell.reason.empty() ? textCell(qt(cell.text)) : missingCell(qt(cell.reason)));
        shown.cells.front().variant = row.variant;
        content.rows.push_back(std::move(shown));
    }
    m_known->setContent(std::move(content));
}

void ImportedPanel::showNext(const ComparisonView& view)
{
    clearLayout(*m_next);
    const auto steps = profiler::importedNextSteps(view.comparison->result, subjectVariant(view));
    for (const auto& step : steps) {
        const auto [page, icon] = pageOf(step.look);
        auto* button = new Button(m_theme, ButtonKind::Secondary, qt(step.sentence), icon);
        button->setTextLeft(true);
        connect(
            button, &Button::clicked, this, [this, page = page] { Q_EMIT pageRequested(page); });
        m_next->addWidget(button);
    }
    m_nextPanel->setVisible(!steps.empty());
}

} // namespace ui
