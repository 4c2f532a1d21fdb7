// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/flame_panel.h"

#include "profiler/evidence/compile/first_start_cost.h"
#include "profiler/report/text/compile_phase_text.h"
#include "ui/pages/compile/first_start.h"
#include "ui/pages/compile/flame_chart.h"
#include "ui/text/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/legend_strip.h"

#include <QLabel>

#include <array>

namespace ui {

FlamePanel::FlamePanel(const Theme& theme)
    : Panel(theme, tr("Step by step"))
    , m_coldTitle(makePartTitle())
    , m_cold(new FlameChart(theme, tr("empty cache")))
    , m_warmTitle(makePartTitle())
    , m_warm(new FlameChart(theme, tr("warm cache")))
    , m_legend(new LegendStrip(theme))
    , m_chosen(makeNote())
{
    add({m_coldTitle, m_cold, m_warmTitle, m_warm, m_legend, m_chosen});
    for (const auto* chart : {m_cold, m_warm})
        connect(chart, &FlameChart::chosenChanged, this, [this, chart] { showChosen(*chart); });
}

void FlamePanel::showSteps(const QString& name, const CompileSteps& steps, bool imported)
{
    const bool any = steps.cold.drawing.lengthNs > 0 || steps.warm.drawing.lengthNs > 0;
    setCaption(any
            ? tr("%1 · begin and end as PyTorch tells them, on the clock of the calls").arg(name)
            : name);
    showSide(*m_coldTitle, *m_cold, imported ? tr("in its log") : tr("empty cache"), steps.cold);
    showSide(*m_warmTitle, *m_warm, tr("warm cache"), steps.warm);
    m_legend->setVisible(any);
    showLegend(steps);
    m_chosen->setText(any
            ? tr("Choose a step by a click or by arrows: how long it took, and what of it no step "
                 "inside explains.")
            : qt(profiler::noCompileTraceText()));
}

void FlamePanel::showSide(
    QLabel& title, FlameChart& chart, const QString& name, const ProcessSteps& steps)
{
    const bool any = steps.drawing.lengthNs > 0;
    title.setVisible(any);
    chart.setVisible(any);
    chart.setDrawing(steps.drawing);
    if (any)
        title.setText(
            tr("%1: %2").arg(name, qt(profiler::flameText(steps.drawing.flame))).toHtmlEscaped());
}

QWidget* FlamePanel::chooseCompile(const std::string& compileId)
{
    for (auto* chart : {m_cold, m_warm})
        if (chart->chooseCompile(compileId))
            return chart;
    return nullptr;
}

void FlamePanel::showChosen(const FlameChart& chart)
{
    if (const QString text = chart.chosenText(); !text.isEmpty())
        m_chosen->setText(text.toHtmlEscaped());
}

/// Of all that is drawn, with the time that a phase took cold.
void FlamePanel::showLegend(const CompileSteps& steps)
{
    std::array<bool, profiler::compileParts> seen {};
    for (const auto* side : {&steps.cold, &steps.warm})
        for (const auto& step : side->drawing.flame.steps)
            seen.at(static_cast<std::size_t>(profiler::partOfPhase(step.phase))) = true;
    std::vector<ChartLegend::Entry> entries;
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen.at(i)) {
            const auto part = static_cast<profiler::CompilePart>(i);
            entries.push_back(partEntry(theme(), part, qt(profiler::compilePartName(part))));
        }
    m_legend->setEntries(std::move(entries));
}

} // namespace ui
