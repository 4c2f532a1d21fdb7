// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/break_explanation.h"

#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/breaks_text.h"
#include "ui/comparison/commands.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/remedy_rows.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/fact_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_column.h"

namespace ui {

namespace {

void showEmphasized(QLabel& label, const QString& text)
{
    showText(label, emphasized(text));
}

} // namespace

BreakExplanation::BreakExplanation(const Theme& theme)
    : PagePanel(theme)
{
    setAccessibleName(tr("What it is and what to do"));
    auto* scroll = new ScrollColumn;
    scroll->setAccessibleName(tr("Explanation, scrolls up and down"));
    QVBoxLayout& column = *scroll->column();
    column.setContentsMargins(0, 0, 6, 0);
    column.setSpacing(7);
    createTexts(column);
    createCode(column);
    createRerun(column);
    column.addStretch(1);
    add({{scroll, 1}});
}

void BreakExplanation::createTexts(QVBoxLayout& column)
{
    m_heading = makeParagraph(uiFont(14, QFont::DemiBold));
    m_what = makeParagraph(uiFont());
    m_passes = new FactRow(theme(), SignSide::Left);
    m_cost = new FactRow(theme(), SignSide::Left);
    m_said = makeNote();
    addParts(column, {m_heading, m_what, m_passes, m_cost, m_said});
}

void BreakExplanation::createCode(QVBoxLayout& column)
{
    m_nowTitle = makePartTitle(tr("Now, typically"));
    m_now = new CodeBlock(theme(), tr("Code that does this"));
    m_insteadTitle = makePartTitle();
    m_instead = new CodeBlock(theme(), tr("Code to write instead"));
    copyFrom(m_now, this, tr("code"));
    copyFrom(m_instead, this, tr("code"));
    m_remedies = new RemedyRows(theme(), RemedyRows::Words::None);
    connect(
        m_remedies, &RemedyRows::recordingRequested, this, &BreakExplanation::recordingRequested);
    connect(m_remedies, &RemedyRows::variantChosen, this, &BreakExplanation::variantChosen);
    addParts(column, {m_nowTitle, m_now, m_insteadTitle, m_instead, m_remedies});
}

void BreakExplanation::createRerun(QVBoxLayout& column)
{
    m_rerunTitle = makePartTitle(tr("Measure again after the fix"));
    m_rerun = new CodeBlock(theme(), tr("Command that measures again"));
    m_rerunNote = makeNote();
    copyFrom(m_rerun, this, tr("command"));
    addParts(column, {m_rerunTitle, m_rerun, m_rerunNote});
}

void BreakExplanation::showCommand(const ComparisonView& view)
{
    m_rerun->setCode(commandOn(view, QStringLiteral("rerun")));
    showEmphasized(*m_rerunNote,
        tr("records the same plan anew, from the source as it is then. Once no break is left, "
           "fullgraph=True keeps it so: it fails at a break."));
}

void BreakExplanation::showRow(const BreakRow& row, const ComparisonView& view)
{
    const QString number = row.number > 0 ? QStringLiteral("%1  ").arg(row.number) : QString();
    showEmphasized(*m_heading, number + qt(row.advice.title));
    showEmphasized(*m_what, qt(row.advice.what));
    showEmphasized(*m_said, row.said.isEmpty() ? QString() : tr("torch: %1").arg(row.said));
    const bool isBreak = row.kind == BreakRowKind::Break || row.kind == BreakRowKind::Elsewhere;
    m_passes->setVisible(isBreak);
    m_passes->setContent({.name = tr("Passed"),
        .value = qt(profiler::passesText(row.perCall)),
        .status = Status::Information,
        .reason = row.detail});
    m_cost->setContent({.name = isBreak ? tr("Cost of a call") : tr("Cost, once"),
        .value = row.cost,
        .status = row.cost == absent() ? Status::Neutral : Status::Warning,
        .reason = row.costReason});
    m_now->setCode(qt(row.advice.now));
    m_instead->setCode(qt(row.advice.instead));
    m_instead->setVisible(!row.advice.instead.empty());
    showEmphasized(*m_insteadTitle,
        row.advice.insteadCaption.empty() ? QString()
                                          : tr("Instead: %1").arg(qt(row.advice.insteadCaption)));
    m_now->setVisible(!row.advice.now.empty());
    m_nowTitle->setVisible(!row.advice.now.empty());
    m_remedies->showFindings(view, findingsOf(row, view));
    showCommand(view);
    const bool recorded = !view.comparison->result.imported; // else nothing can be run again
    setShown({m_rerunTitle, m_rerun, m_rerunNote}, recorded);
    m_cost->show();
}

void BreakExplanation::showClean(const ComparisonView& view)
{
    const bool unknown = view.focused() != nullptr && !view.focused()->graphBreaks.has_value();
    const bool imported = view.comparison != nullptr && view.comparison->result.imported;
    showEmphasized(*m_heading,
        unknown        ? tr("Not known")
            : imported ? tr("Nothing logged")
                       : tr("Nothing to fix here"));
    showEmphasized(*m_what,
        unknown ? qt(view.focused()->graphBreaks.error())
            : imported
            ? tr("The log names no graph break and no recompile. How much of a call "
                 "runs inside the compiler’s graphs is not in a log.")
            : tr("All of the call runs inside the compiler’s graphs, so everything that can be "
                 "fused "
                 "may be. fullgraph=True keeps it so: it fails at a break."));
    setShown({m_passes, m_cost, m_said, m_nowTitle, m_now, m_insteadTitle, m_instead, m_remedies,
                 m_rerunTitle, m_rerun, m_rerunNote},
        false);
}

} // namespace ui
