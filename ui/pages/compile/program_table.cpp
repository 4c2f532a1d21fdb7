// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/program_table.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/engines/program_text.h"
#include "ui/charts/chart_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

namespace ui {

namespace {

using profiler::ProgramFacts;

DataCell timeCell(const std::optional<double>& ns, const QString& whyMissing)
{
    return ns ? numberCell(durationText(*ns), *ns / 1e6) : missingCell(whyMissing);
}

DataCell sizeCell(const ProgramFacts& facts)
{
    if (!facts.packageBytes)
        return missingCell(tr("No process told it."));
    return numberCell(qt(profiler::formatBytes(static_cast<std::int64_t>(*facts.packageBytes))),
        *facts.packageBytes);
}

DataCell madeCell(const ProgramFacts& facts)
{
    DataCell cell
        = timeCell(profiler::madeNs(facts), tr("No cold process with an empty cache made it."));
    if (!facts.steps.empty())
        cell.reason = qt(profiler::programStepsText(facts));
    return cell;
}

DataCell pythonCell(const ProgramFacts& facts)
{
    if (!facts.pythonNs)
        return missingCell(facts.calledFromPython
                ? tr("It needs two repetitions in which both were steady.")
                : tr("The same program does not run both ways here."));
    const auto& cost = *facts.pythonNs;
    DataCell cell = numberCell(durationText(cost.estimate), cost.estimate / 1e6);
    cell.reason
        = tr("95 % interval: %1 to %2").arg(durationText(cost.low), durationText(cost.high));
    return cell;
}

std::vector<Column<ProgramFacts>> programColumns(const profiler::Plan& plan)
{
    const auto variantOf = [&plan](const ProgramFacts& facts) -> const profiler::Variant& {
        return plan.variants.at(static_cast<std::size_t>(facts.variant));
    };
    return {
        {{.name = tr("variant"), .align = DataAlign::Text, .strong = true},
            [variantOf](const ProgramFacts& facts) { return textCell(qt(variantOf(facts).name)); }},
        {{.name = tr("called from"), .align = DataAlign::Text, .yields = 2},
            [variantOf](const ProgramFacts& facts) {
                return textCell(
                    variantOf(facts).native ? QStringLiteral("fusescope-runner") : tr("Python"));
            }},
        {{.name = tr("package"), .unit = tr("bytes"), .yields = 1}, sizeCell},
        {{.name = tr("made in"),
             .unit = tr("ms"),
             .explanation = tr("exporting, compiling and saving, with an empty cache")},
            madeCell},
        {{.name = tr("opened in"),
             .unit = tr("ms"),
             .explanation = tr("with the package there; of fusescope-runner with its own start")},
            [](const ProgramFacts& facts) {
                return timeCell(facts.loadNs, tr("No cold process opened it."));
            }},
        {{.name = tr("first call"), .unit = tr("ms"), .yields = 3},
            [](const ProgramFacts& facts) {
                return timeCell(facts.firstCallNs, tr("No cold process called it."));
            }},
        {{.name = tr("median call"), .unit = tr("ms")},
            [](const ProgramFacts& facts) {
                return timeCell(facts.callNs, tr("No repetition was steady."));
            }},
        {{.name = tr("Python adds"),
             .unit = tr("ms"),
             .explanation = tr("what the same program takes longer when it is called from Python")},
            pythonCell}};
}

} // namespace

DataContent programTable(const ComparisonView& view, const CompileEvidence& evidence)
{
    const auto columns = programColumns(view.comparison->result.plan);
    DataContent content {.title = tr("Programs"), .columns = headingsOf(columns), .rows = {}};
    for (const ProgramFacts& facts : evidence.programs)
        content.rows.push_back(filledRow(columns, facts, {.key = facts.variant}));
    return content;
}

} // namespace ui
