// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/serving/serving.h"
#include "profiler/model/comparison_result.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/serving/serving_sentences.h"

namespace profiler::report_parts {
namespace {

std::string percentileOf(const ServedPercentile& percentile)
{
    if (percentile.ns)
        return formatDuration(percentile.ns->value.estimate);
    return percentile.unanswered ? "∞" : absent;
}

template <typename Value, typename Format>
std::string orAbsent(const std::optional<Value>& value, Format format)
{
    return value ? format(*value) : std::string(absent);
}

TableBlock variantTable(const ServedCase& served)
{
    TableBlock table {.columns = {{"Variant"}, {"Within the limit", Align::Right},
                          {"Keeps up with", Align::Right}, {"At most", Align::Right}, {"Verdict"}}};
    for (const auto& variant : served.variants)
        table.rows.push_back({.cells = {variant.name, highestRateText(variant.withinLimit),
                                  orAbsent(variant.highestSustained, requestRateText),
                                  orAbsent(variant.capacity,
                                      [](const LoadInterval& capacity) {
                                          return requestRateText(capacity.value.estimate);
                                      }),
                                  capitalized(verdictWord(variant.verdict))},
            .strong = variant.verdict == ServingVerdict::MoreLoad});
    return table;
}

TableBlock rateTable(const ServedCase& served)
{
    TableBlock table {
        .columns = {{"Variant"}, {"Offered", Align::Right}, {"Answered", Align::Right},
            {"Median", Align::Right}, {"p99", Align::Right}, {"p99.9", Align::Right},
            {"Waiting", Align::Right}, {"State"}}};
    for (const auto& variant : served.variants)
        for (const auto& rate : variant.rates)
            table.rows.push_back({.cells
                = {variant.name, requestRateText(rate.rate), requestRateText(rate.achieved),
                    percentileOf(rate.latencies[percentileIndex(medianPercentile)]),
                    percentileOf(rate.tail()), percentileOf(rate.latencies[percentiles.size() - 1]),
                    orAbsent(rate.queueShare(), percentText), capitalized(rateStateText(rate))},
                .strong = false});
    return table;
}

} // namespace

Blocks servingBlocks(const Context& context)
{
    const auto serving = servingOf(context.data);
    Blocks blocks;
    for (const auto& served : serving.cases) {
        if (const auto index = static_cast<std::size_t>(served.caseIndex);
            context.manyCases() && index < context.result.cases.size())
            addCaseHeading(context, context.result.cases[index], blocks);
        blocks.emplace_back(ParagraphBlock {.text = servingConclusion(serving, served)});
        blocks.emplace_back(variantTable(served));
        blocks.emplace_back(rateTable(served));
        auto note = "Limit of p99: " + limitText(served) + ".";
        if (const auto doubts = servingDoubts(serving, served); !doubts.empty())
            note += " " + doubts;
        blocks.emplace_back(ParagraphBlock {.text = std::move(note), .role = TextRole::Muted});
    }
    return blocks;
}

} // namespace profiler::report_parts
