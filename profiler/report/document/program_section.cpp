// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/engines/programs.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/engines/program_text.h"

namespace profiler::report_parts {
namespace {

std::string timeText(const std::optional<double>& ns)
{
    return ns ? formatDuration(*ns) : absent;
}

ReportRow rowOf(const Plan& plan, const ProgramFacts& facts)
{
    const auto& variant = plan.variants[static_cast<std::size_t>(facts.variant)];
    return {.cells = {variant.name, variant.native ? "fusescope-runner" : "Python",
                facts.packageBytes ? formatBytes(static_cast<std::int64_t>(*facts.packageBytes))
                                   : absent,
                timeText(madeNs(facts)), timeText(facts.loadNs), timeText(facts.firstCallNs),
                timeText(facts.callNs),
                facts.pythonNs ? formatDuration(facts.pythonNs->estimate) : absent}};
}

} // namespace

Blocks programBlocks(const Context& context, int caseIndex)
{
    auto programs = programFacts(context.data);
    std::erase_if(
        programs, [caseIndex](const ProgramFacts& facts) { return facts.caseIndex != caseIndex; });
    if (programs.empty())
        return {};
    TableBlock table {.columns = {{.heading = "Program"}, {.heading = "called from"},
                          {.heading = "package", .align = Align::Right},
                          {.heading = "made in", .align = Align::Right},
                          {.heading = "opened in", .align = Align::Right},
                          {.heading = "first call", .align = Align::Right},
                          {.heading = "median call", .align = Align::Right},
                          {.heading = "Python adds", .align = Align::Right}},
        .caption = "Made with an empty cache, opened and first called with the package there."};
    for (const auto& facts : programs)
        table.rows.push_back(rowOf(context.result.plan, facts));
    Blocks blocks {std::move(table)};
    auto python = pythonCostSentence(context.result.plan, programs, Emphasis::Markdown);
    if (!python.empty())
        blocks.emplace_back(ParagraphBlock {.text = std::move(python)});
    return blocks;
}

} // namespace profiler::report_parts
