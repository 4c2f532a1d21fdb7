// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/judge/tune/tune_outcome.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/tune/tune_sentences.h"

namespace profiler::report_parts {
namespace {

std::string nameOf(const Context& context, int variant)
{
    return context.result.plan.variants.at(static_cast<std::size_t>(variant)).name;
}

std::string speedUpOf(const TuneRow& row)
{
    const auto ratio = row.decidedSpeedUp();
    return ratio ? ratioWithInterval(*ratio) : absent;
}

std::string compileOf(const TuneRow& row)
{
    return row.compile ? formatDuration(static_cast<double>(row.compile->count())) : absent;
}

std::string benefitOf(const TuneRow& row)
{
    return row.decided && row.wonPerSecond ? signedDuration(*row.wonPerSecond) : absent;
}

TableBlock triedTable(const Context& context, const TuneOutcome& outcome)
{
    TableBlock table {.columns = {{"Setting"}, {"Median", Align::Right},
                          {"× faster (95 % interval)", Align::Right}, {"Compile", Align::Right},
                          {"Won of a call, for each s of compile", Align::Right}, {"Outcome"}}};
    for (const auto& row : outcome.rows)
        table.rows.push_back({.cells
            = {nameOf(context, row.variant), row.medianNs ? formatDuration(*row.medianNs) : absent,
                speedUpOf(row), compileOf(row), benefitOf(row),
                capitalized(tuneRowText(context.result, outcome, row))},
            .strong = row.variant == outcome.best});
    return table;
}

} // namespace

Blocks tuneBlocks(const Context& context)
{
    if (!isTuned(context.data))
        return {};
    const auto outcome = tuneOutcomeOf(context.data, context.result);
    Blocks blocks;
    blocks.emplace_back(ParagraphBlock {.text = tuneSentence(context.result, outcome)});
    if (auto code = tuneCode(context.result, outcome); !code.empty())
        blocks.emplace_back(CodeTextBlock {.code = std::move(code)});
    if (auto unit = unitSentence(context.result, outcome); !unit.empty())
        blocks.emplace_back(ParagraphBlock {.text = std::move(unit)});
    blocks.emplace_back(triedTable(context, outcome));
    blocks.emplace_back(ParagraphBlock {.text = budgetSentence(outcome), .role = TextRole::Muted});
    return blocks;
}

} // namespace profiler::report_parts
