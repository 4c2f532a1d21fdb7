// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/sentences/runs_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>

namespace profiler {
namespace {

std::string medianOf(const UnpairedCell& cell)
{
    return cell.medianNs ? formatDuration(*cell.medianNs) : missingMark;
}

std::string ratioOf(const UnpairedCell& cell)
{
    return cell.ratio ? ratioWithInterval(*cell.ratio) : missingMark;
}

std::string tableOf(const UnpairedRuns& runs, std::size_t caseIndex)
{
    TextTable table(
        {{.heading = "run"}, {.heading = "variant"}, {.heading = "median", .align = Align::Right},
            {.heading = "× faster (95 % interval)", .align = Align::Right}, {.heading = "note"}});
    for (const auto& row : runs.rows) {
        const auto& cell = row.cells.at(caseIndex);
        table.addRow({printable(row.runName), printable(row.variantName), medianOf(cell),
            ratioOf(cell), printable(runNote(row, cell))});
    }
    return table.text();
}

} // namespace

std::string runsText(const UnpairedRuns& runs, int columns)
{
    std::string text;
    for (std::size_t i = 0; i < runs.cases.size(); ++i)
        text += "Case " + printable(runs.cases[i]) + "\n" + tableOf(runs, i) + "\n";
    const auto sentence = "× faster than " + printable(runs.baseline) + ". " + noVerdictSentence();
    for (const auto& line : wrapped(sentence, static_cast<std::size_t>(std::max(columns, 20))))
        text += line + "\n";
    return text;
}

} // namespace profiler
