// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ranks/ranks.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>

namespace profiler {

namespace {

std::optional<int> numberIn(const EnvironmentFields& fields, std::string_view name)
{
    const auto found = fields.find(std::string(name));
    if (found == fields.end())
        return std::nullopt;
    const auto& text = found->second;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0)
        return std::nullopt;
    return number;
}

} // namespace

std::optional<int> rankOf(const ProcessRecord& process)
{
    return numberIn(process.environment, rankField);
}

std::vector<RankOfJob> ranksOf(const ComparisonData& data, int variant, int caseIndex)
{
    std::map<int, RankOfJob> byRank;
    for (const auto& ended : endedTraces(data, variant, caseIndex, TracePass::Operators))
        if (const auto rank = rankOf(*ended.process))
            byRank.insert_or_assign(*rank, RankOfJob {.rank = *rank, .trace = ended});
    std::vector<RankOfJob> ranks;
    if (byRank.size() > 1)
        for (const auto& [number, rank] : byRank)
            ranks.push_back(rank);
    return ranks;
}

std::optional<int> worldSizeOf(const ComparisonData& data, int variant)
{
    std::optional<int> size;
    for (const auto& process : data.processes)
        if (process.start.variant == variant)
            if (const auto told = numberIn(process.environment, worldSizeField))
                size = std::max(size.value_or(0), *told);
    return size;
}

RankTrace rankTraceOf(const RankOfJob& rank, const TraceRows& rows)
{
    return {.rank = rank.rank,
        .collectives = collectivesOf(rows),
        .steps = static_cast<int>(rank.trace.trace->calls.size())};
}

Result<RankSkew> readRankSkew(const std::vector<RankOfJob>& ranks, const TraceRowsOf& rowsOf)
{
    std::vector<RankTrace> traces;
    for (const auto& rank : ranks) {
        const auto rows = rowsOf ? rowsOf(rank.trace.index)
                                 : Result<TraceRows>(failure(ErrorKind::NotFound,
                                     "the rows of the traces are not at hand"));
        if (!rows)
            return failure(rows.error().kind,
                "rank " + std::to_string(rank.rank) + ": " + rows.error().message);
        traces.push_back(rankTraceOf(rank, *rows));
    }
    return rankSkew(traces);
}

} // namespace profiler
