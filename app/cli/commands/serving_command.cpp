// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/serving/pool_simulation.h"
#include "profiler/judge/serving/serving.h"
#include "profiler/judge/shapes/shape_series.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/quantity.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/serving/pool_documents.h"
#include "profiler/report/serving/serving_documents.h"
#include "profiler/report/text/shown_texts.h"

#include <optional>
#include <string>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

struct ServingOptions {
    std::string file;
    std::string limit;
    bool batching = false;
    std::string batchWait;
    std::string workers;
    bool json = false;
};

Result<std::optional<std::chrono::nanoseconds>> timeFrom(
    const char* option, const std::string& word, std::int64_t least)
{
    if (word.empty())
        return std::nullopt;
    const auto time = profiler::duration(word);
    if (!time || time->count() < least)
        return failure(ErrorKind::BadInput,
            std::string(option) + " \"" + word + "\": expected a time with its unit, such as 50ms"
                + (least > 0 ? ", above 0" : ""));
    return time;
}

Result<profiler::PoolQuestion> poolFrom(const ServingOptions& options)
{
    constexpr std::int64_t mostWorkers = 1024;
    profiler::PoolQuestion question;
    const auto wait = timeFrom("--batch-wait", options.batchWait, 0);
    if (!wait)
        return tl::unexpected(wait.error());
    question.batchWait = wait->value_or(profiler::nanoseconds {});
    if (!options.workers.empty()) {
        const auto workers = profiler::wholeNumber(options.workers);
        if (!workers || *workers < 1 || *workers > mostWorkers)
            return failure(ErrorKind::BadInput,
                "--workers \"" + options.workers + "\": expected how many, between 1 and 1024");
        question.workers = static_cast<int>(*workers);
    }
    return question;
}

/// Five times what one request alone takes with the baseline, where nothing else is given.
double usualLimit(const profiler::ShapeSeries& series, const profiler::Plan& plan)
{
    if (plan.goal.limits.p99)
        return static_cast<double>(plan.goal.limits.p99->count());
    for (const auto& point : series.strategies.front().points)
        if (point.ns)
            return profiler::usualLimitFactor * point.ns->estimate;
    return 0;
}

void showBatching(const ServingOptions& options, const profiler::ComparisonData& data,
    const profiler::PoolQuestion& question, std::optional<std::chrono::nanoseconds> limit)
{
    const auto series = profiler::shapeSeries(profiler::judge(data));
    const double limitNs = limit ? static_cast<double>(limit->count())
        : series.isEmpty()       ? 0
                                 : usualLimit(series, data.plan);
    const auto rows = profiler::batchingRows(series, question, limitNs);
    const profiler::PoolDocument pool {
        .series = series, .question = question, .limitNs = limitNs, .rows = rows};
    options.json ? printJson(profiler::poolJson(pool)) : print(profiler::poolText(pool));
}

ExitCode serving(const ServingOptions& options)
{
    const auto limit = timeFrom("--limit", options.limit, 1);
    if (!limit)
        return refuse(ExitCode::NotStarted, limit.error().message);
    const auto question = poolFrom(options);
    if (!question)
        return refuse(ExitCode::NotStarted, question.error().message);
    auto stored = loadComparison(options.file);
    if (!stored)
        return refuse(stored.error());
    if (!options.json)
        profiler::cutTexts(stored->data);
    if (options.batching) {
        showBatching(options, stored->data, *question, *limit);
        return ExitCode::Done;
    }
    const auto served = profiler::servingOf(stored->data, *limit);
    const auto& plan = stored->data.plan;
    options.json ? printJson(profiler::servingJson(plan, served))
                 : print(profiler::servingText(plan, served));
    return ExitCode::Done;
}

} // namespace

void addServingCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<ServingOptions>(program, call, "serving",
        "Latencies under load of a recording with --load, and how many requests each variant "
        "serves",
        serving);
    addComparison(command, options.file);
    command.add("--limit", options.limit,
        "what 99 of 100 requests may take, such as 50ms (default: the goal's p99 limit, else "
        "five times what a call of the baseline takes)");
    command.addFlag("--batching", options.batching,
        "of a sweep over the batch: what batches and several workers would serve, simulated");
    command.add("--batch-wait", options.batchWait,
        "how long the first request of a batch waits for others at most (default 0)");
    command.add("--workers", options.workers, "so many of them in the simulation (default 1)");
    addJson(command, options.json);
}

} // namespace cli
