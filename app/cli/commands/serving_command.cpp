// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/judge/serving/serving.h"
#include "profiler/model/quantity.h"
#include "profiler/report/serving/serving_documents.h"
#include "profiler/report/text/shown_texts.h"

#include <optional>
#include <string>

namespace cli {
namespace {

struct Options {
    std::string file;
    std::string limit;
    bool json = false;
};

ExitCode serving(const Options& options)
{
    std::optional<std::chrono::nanoseconds> limit;
    if (!options.limit.empty()) {
        limit = profiler::duration(options.limit);
        if (!limit || limit->count() <= 0)
            return refuse(ExitCode::NotStarted,
                "--limit \"" + options.limit
                    + "\": expected a time above 0 with its unit, such as 50ms");
    }
    auto stored = loadComparison(options.file);
    if (!stored)
        return refuse(stored.error());
    if (!options.json)
        profiler::cutTexts(stored->data);
    const auto served = profiler::servingOf(stored->data, limit);
    const auto& plan = stored->data.plan;
    options.json ? printJson(profiler::servingJson(plan, served))
                 : print(profiler::servingText(plan, served));
    return ExitCode::Done;
}

} // namespace

void addServingCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<Options>(program, call, "serving",
        "Latencies under load of a recording with --load, and how many requests each variant "
        "serves",
        serving);
    addComparison(command, options.file);
    command.add("--limit", options.limit,
        "what 99 of 100 requests may take, such as 50ms (default: the goal's p99 limit, else "
        "five times what a call of the baseline takes)");
    addJson(command, options.json);
}

} // namespace cli
