// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan.h"
#include "profiler/report/serving/serving_documents.h"
#include "profiler/report/serving/serving_sentences.h"
#include "profiler/report/text/text_table.h"

#include <fmt/format.h>
#include <optional>
#include <vector>

namespace profiler {
namespace {

std::string servedCaseName(const Plan& plan, int caseIndex)
{
    const auto index = static_cast<std::size_t>(caseIndex);
    return index < plan.cases.size() ? plan.cases[index].name : std::string("default");
}

std::string percentileCell(const ServedPercentile& percentile)
{
    if (percentile.ns)
        return formatDuration(percentile.ns->value.estimate);
    return percentile.unanswered ? "∞" : missingMark;
}

std::string durationCell(const std::optional<double>& ns)
{
    return ns ? formatDuration(*ns) : missingMark;
}

std::string shareCell(const std::optional<double>& share)
{
    return share ? percentText(*share) : missingMark;
}

std::string stateCell(const OfferedRate& rate)
{
    auto text = rateStateText(rate);
    if (rate.meetsLimit)
        text = (*rate.meetsLimit ? "within the limit, " : "above the limit, ") + text;
    return rate.disturbed ? text + ", others used the cores" : text;
}

std::string ratesText(const ServedCase& served)
{
    TextTable table({{.heading = "offered", .align = Align::Right}, {.heading = "variant"},
        {.heading = "answered", .align = Align::Right}, {.heading = "p50", .align = Align::Right},
        {.heading = "p99", .align = Align::Right}, {.heading = "p99.9", .align = Align::Right},
        {.heading = "call", .align = Align::Right}, {.heading = "waiting", .align = Align::Right},
        {.heading = ""}});
    constexpr auto last = percentiles.size() - 1;
    for (const auto& variant : served.variants)
        for (const auto& rate : variant.rates)
            table.addRow({requestRateText(rate.rate), printable(variant.name),
                requestRateText(rate.achieved),
                percentileCell(rate.latencies[percentileIndex(medianPercentile)]),
                percentileCell(rate.tail()), percentileCell(rate.latencies[last]),
                durationCell(rate.serviceNs), shareCell(rate.queueShare()), stateCell(rate)});
    return table.text();
}

std::string variantsText(const ServedCase& served)
{
    TextTable table({{.heading = "variant"}, {.heading = "at most", .align = Align::Right},
        {.heading = "keeps up with", .align = Align::Right},
        {.heading = "within the limit", .align = Align::Right}, {.heading = "verdict"}});
    for (const auto& variant : served.variants)
        table.addRow({printable(variant.name),
            variant.capacity ? requestRateText(variant.capacity->value.estimate)
                             : std::string(missingMark),
            variant.highestSustained ? requestRateText(*variant.highestSustained)
                                     : std::string(missingMark),
            highestRateText(variant.withinLimit), verdictWord(variant.verdict)});
    return table.text();
}

std::string caseText(const Plan& plan, const Serving& serving, const ServedCase& served)
{
    std::string text;
    if (serving.cases.size() > 1)
        text += "Case " + printable(servedCaseName(plan, served.caseIndex)) + "\n";
    text += printable(servingConclusion(serving, served)) + "\n\n" + variantsText(served) + "\n"
        + ratesText(served) + "\n";
    text += fmt::format("{} arrivals, {} at once, {} a rate and process, {}; limit of p99: {}.\n",
        capitalized(keyOf(serving.arrivals)), countText(serving.concurrency, "call", "calls"),
        formatDuration(static_cast<double>(serving.duration.count())),
        countText(serving.repetitions, "process", "processes"), printable(limitText(served)));
    for (const auto& variant : served.variants)
        text += printable(servingSentence(served, variant.variant)) + "\n";
    for (const auto& variant : served.variants)
        if (const auto ready = readySentence(served, variant.variant); !ready.empty())
            text += printable(ready) + "\n";
    if (const auto doubts = servingDoubts(serving, served); !doubts.empty())
        text += printable(doubts) + "\n";
    return text;
}

} // namespace

std::string servingText(const Plan& plan, const Serving& serving)
{
    if (serving.isEmpty())
        return std::string(howToRecordLoad) + ".\n";
    std::string text;
    for (const auto& served : serving.cases)
        text += (text.empty() ? "" : "\n") + caseText(plan, serving, served);
    return text;
}

} // namespace profiler
