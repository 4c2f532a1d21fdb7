// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/serving/pool_documents.h"

#include "profiler/model/number_text.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/serving/serving_sentences.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <fmt/format.h>

namespace profiler {
namespace {

const BatchingRow* bestOf(const std::vector<BatchingRow>& rows)
{
    const auto best = std::ranges::max_element(rows, {}, &BatchingRow::rateWithinLimit);
    return best == rows.end() || best->rateWithinLimit <= 0 ? nullptr : &*best;
}

/// The best that takes one request at a time.
const BatchingRow* bestAlone(const std::vector<BatchingRow>& rows)
{
    const BatchingRow* best = nullptr;
    for (const auto& row : rows)
        if (row.batchLimit == 1 && row.rateWithinLimit > 0
            && (best == nullptr || row.rateWithinLimit > best->rateWithinLimit))
            best = &row;
    return best;
}

std::string percentileCell(const LoadPercentile& percentile)
{
    return percentile.ns ? formatDuration(*percentile.ns) : missingMark;
}

} // namespace

std::string poolConclusion(const PoolDocument& pool)
{
    if (pool.rows.empty())
        return "Batches can be simulated where the time of a call is known for one request and for "
               "more: record a sweep over the batch, such as --sweep batch=1,2..32.";
    const auto limit = formatDuration(pool.limitNs);
    const auto* best = bestOf(pool.rows);
    if (best == nullptr)
        return fmt::format("No variant answers 99 of 100 requests within {} at any rate and batch: "
                           "choose a higher --limit.",
            limit);
    const auto& name = pool.series.of(best->variant).name;
    const auto serves
        = fmt::format("{} with p99 within {}", requestRateText(best->rateWithinLimit), limit);
    if (best->batchLimit == 1)
        return fmt::format("Use {} and one request a call: it would serve {}, and larger batches "
                           "no more.",
            name, serves);
    const auto* alone = bestAlone(pool.rows);
    return fmt::format("Use {} with batches of up to {}: it would serve {}{}.", name,
        best->batchLimit, serves,
        alone == nullptr
            ? ", which one request a call does at no rate"
            : fmt::format(", {}× as many as one request a call ({}, {})",
                formatNumber(best->rateWithinLimit / alone->rateWithinLimit, 3),
                pool.series.of(alone->variant).name, requestRateText(alone->rateWithinLimit)));
}

std::string poolDoubts(const PoolDocument& pool)
{
    return fmt::format(
        "Simulated from the measured times of calls by batch: random arrivals in one "
        "queue, {}{}; a batch between two measured ones is padded to the larger.",
        countText(pool.question.workers, "worker", "workers"),
        pool.question.workers > 1 ? " that take nothing from each other" : "");
}

std::string poolText(const PoolDocument& pool)
{
    if (pool.rows.empty())
        return poolConclusion(pool) + "\n";
    TextTable table({{.heading = "variant"}, {.heading = "batch up to", .align = Align::Right},
        {.heading = "within the limit", .align = Align::Right},
        {.heading = "mean batch", .align = Align::Right}, {.heading = "p50", .align = Align::Right},
        {.heading = "p99", .align = Align::Right}});
    for (const auto& row : pool.rows) {
        const bool any = row.rateWithinLimit > 0;
        table.addRow({printable(pool.series.of(row.variant).name), std::to_string(row.batchLimit),
            any ? requestRateText(row.rateWithinLimit) : "at no rate",
            any ? formatNumber(row.atRate.meanBatch, 3) : missingMark,
            percentileCell(row.atRate.median), percentileCell(row.atRate.tail)});
    }
    return table.text() + "\n" + printable(poolConclusion(pool)) + "\n" + poolDoubts(pool) + "\n";
}

std::string poolJson(const PoolDocument& pool)
{
    Json document {{"schema", 1}, {"simulated", true}, {"workers", pool.question.workers},
        {"batch_wait_ns", pool.question.batchWait.count()},
        {"limit_p99_ns", wholeNs(pool.limitNs)}};
    document["batching"] = Json::array();
    for (const auto& row : pool.rows) {
        Json json {{"variant", pool.series.of(row.variant).name}, {"batch_limit", row.batchLimit}};
        const bool any = row.rateWithinLimit > 0;
        const auto percentile = [&](const LoadPercentile& value) {
            return value.ns ? std::optional(wholeNs(*value.ns)) : std::nullopt;
        };
        constexpr auto atNone = "no rate meets the limit";
        put(json, "rate_within_limit", any ? std::optional(row.rateWithinLimit) : std::nullopt,
            atNone);
        put(json, "mean_batch", any ? std::optional(row.atRate.meanBatch) : std::nullopt, atNone);
        put(json, "p50_ns", percentile(row.atRate.median), atNone);
        put(json, "p99_ns", percentile(row.atRate.tail), atNone);
        document["batching"].push_back(std::move(json));
    }
    document["sentence"] = poolConclusion(pool);
    document["doubts"] = poolDoubts(pool);
    return written(document);
}

} // namespace profiler
