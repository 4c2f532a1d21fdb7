// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/imported_panel.h"

#include "profiler/evidence/kernels/call_split.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/device_text.h"
#include "profiler/report/sentences/imported_text.h"
#include "ui/charts/call_parts.h"
#include "ui/comparison/comparison_view.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/figure/chart_parts.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/tables/bar_delegate.h"
#include "ui/tables/bar_table.h"
#include "ui/tables/data_model.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"
#include "ui/theme/measures.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/legend_strip.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <vector>

namespace ui {

namespace {

constexpr int importedBarHeight = 38;

/// The page that shows it, with that page's icon.
std::pair<PageId, Icon> pageOf(profiler::NextLook look)
{
    static const std::array<std::pair<PageId, Icon>, 6> pages {
        {{PageId::Kernels, Icon::Kernels}, {PageId::Timeline, Icon::Timeline},
            {PageId::Gpu, Icon::Gpu}, {PageId::GraphBreaks, Icon::GraphBreaks},
            {PageId::CompileTime, Icon::CompileTime}, {PageId::Memory, Icon::Memory}}};
    return pages.at(static_cast<std::size_t>(look));
}

constexpr double leastImportedPart = 0.002; ///< of the longest step; less is no line
constexpr double importedPercent = 100;

struct ImportedSide {
    int variant = 0;
    QString name;
    profiler::CallSplit split;
    std::vector<CallPart> parts;
};

std::vector<ImportedSide> sidesOf(const ComparisonView& view)
{
    std::vector<ImportedSide> sides;
    for (const auto& variant : view.caseResult()->variants) {
        auto split = profiler::splitOfCall(view.comparison->data, variant, view.caseIndex);
        if (!split)
            continue;
        const auto place = split->busyRatio ? CallPlace::Device : CallPlace::Host;
        auto parts = callParts(*split, place);
        sides.push_back({.variant = variant.variant,
            .name = qt(variant.name),
            .split = std::move(*split),
            .parts = std::move(parts)});
    }
    return sides;
}

QString words(const CallPart& part)
{
    return part.name + QStringLiteral(": ") + qt(profiler::formatDuration(part.ns));
}

BarCell barOf(const ImportedSide& side, double longestNs)
{
    BarCell cell;
    double at = 0;
    for (const CallPart& part : side.parts) {
        const double share = part.ns / longestNs;
        if (share < leastImportedPart)
            continue;
        BarPart bar {.from = at,
            .to = at + share,
            .label = qt(profiler::formatDuration(part.ns)),
            .explanation = words(part)};
        if (part.workClass)
            bar.workClass = part.workClass;
        else
            bar.pattern = part.idle;
        cell.parts.push_back(std::move(bar));
        at += share;
    }
    return cell;
}

DataRow rowOf(const ImportedSide& side)
{
    const DataCell name = variantCell(side.name, side.variant);
    QStringList parts;
    for (const CallPart& part : side.parts)
        if (part.ns > 0)
            parts << words(part);
    DataCell bar;
    bar.value = parts.join(QStringLiteral("; "));
    bar.reason = parts.join(QLatin1Char('\n'));
    const double ns = side.split.medianNs;
    return {.cells = {name, bar, numberCell(qt(profiler::formatDuration(ns)), ns),
                side.split.busyRatio ? numberCell(qt(profiler::busyText(*side.split.busyRatio)),
                    importedPercent * *side.split.busyRatio)
                                     : missingCell(tr("nothing ran on a device in it"))},
        .key = side.variant};
}

bool isSeen(const QString& name, const std::vector<ImportedSide>& sides, double longestNs)
{
    return std::ranges::any_of(sides, [&](const ImportedSide& side) {
        return std::ranges::any_of(side.parts, [&](const CallPart& part) {
            return part.name == name && part.ns > 0 && part.ns >= leastImportedPart * longestNs;
        });
    });
}

ChartLegend::Entry entryOf(const Theme& theme, const CallPart& part)
{
    return {part.name, 11, [&theme, part](QPainter& painter, const QRectF& box) {
                const QRectF swatch(box.left(), box.center().y() - 5, 11, 11);
                if (part.workClass)
                    painter.fillRect(swatch, theme.tokens().workClass(*part.workClass));
                else
                    drawIdle(painter, theme.tokens(), part.idle, swatch);
            }};
}

/// What is drawn of any side, in the order drawn.
std::vector<ChartLegend::Entry> legendOf(
    const Theme& theme, const std::vector<ImportedSide>& sides, double longestNs)
{
    std::vector<ChartLegend::Entry> entries;
    QStringList named;
    for (const auto place : {CallPlace::Device, CallPlace::Host})
        for (const CallPart& part : callParts({}, place)) {
            if (named.contains(part.name) || !isSeen(part.name, sides, longestNs))
                continue;
            named << part.name;
            entries.push_back(entryOf(theme, part));
        }
    return entries;
}

/// A bar for each imported trace, of its classes of work and causes of idle time, in ms.
struct ImportedParts {
    BarContent table;
    std::vector<ChartLegend::Entry> legend; ///< of what occurs
};

/// What its times are of: "step" or "trace".
QString importedUnit(const ComparisonView& view)
{
    return qt(profiler::importedUnit(view.comparison->result));
}

/// The variant that an import's Overview speaks of: the focused one, the second beside the first.
int importedSubject(const ComparisonView& view)
{
    if (view.focus != 0 || view.caseResult()->variants.size() < 2)
        return view.focus;
    return 1;
}

ImportedParts importedParts(const Theme& theme, const ComparisonView& view)
{
    const auto sides = sidesOf(view);
    const auto time = qt(profiler::importedTimeHeading(view.comparison->result));
    ImportedParts parts;
    parts.table.content = {.title = tr("What a %1 is made of").arg(importedUnit(view)),
        .columns = {{.name = tr("file"), .align = DataAlign::Text, .elastic = true},
            {.name = tr("%1, on one scale").arg(time),
                .align = DataAlign::Text,
                .fills = 1,
                .width = 320},
            {.name = time}, {.name = tr("device busy")}},
        .rows = {}};
    double longest = 0;
    for (const ImportedSide& side : sides)
        longest = std::max(longest, side.split.medianNs);
    BarColumn bars {.column = 1};
    for (const ImportedSide& side : sides) {
        parts.table.content.rows.push_back(rowOf(side));
        bars.cells.push_back(barOf(side, std::max(longest, 1.0)));
    }
    parts.table.bars.push_back(std::move(bars));
    parts.legend = legendOf(theme, sides, longest);
    return parts;
}

} // namespace

ImportedPanel::ImportedPanel(const Theme& theme)
    : m_theme(theme)
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
    m_parts->setRowHeight(importedBarHeight);
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
        .sentence = qt(profiler::importedSentence(
            result, importedSubject(view), profiler::Emphasis::Markdown)),
        .note = qt(profiler::importedLimits(result))});
    showDifference(view);
    showParts(view);
    showKnown(result);
    showNext(view);
}

void ImportedPanel::showDifference(const ComparisonView& view)
{
    const int variant = importedSubject(view);
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
    const auto steps = profiler::importedNextSteps(view.comparison->result, importedSubject(view));
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
