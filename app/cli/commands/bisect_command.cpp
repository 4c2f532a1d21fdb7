// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bisect/bisect_run.h"
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "profiler/report/bisect/bisect_documents.h"

namespace cli {
namespace {

ExitCode bisect(const BisectOptions& options, const Call& call)
{
    const auto result = runBisect(options, call.commandLine);
    if (!result)
        return refuse(result.error().kind == profiler::ErrorKind::Interrupted
                ? ExitCode::Interrupted
                : ExitCode::NotStarted,
            result.error().message);
    if (options.json)
        printJson(profiler::bisectJson(*result));
    else
        print(profiler::bisectText(*result, terminalColumns()));
    return result->outcome == profiler::BisectOutcome::Unclear
            || result->outcome == profiler::BisectOutcome::Narrowed
        ? ExitCode::CheckUndecided
        : ExitCode::Done;
}

} // namespace

void addBisectCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<BisectOptions>(program, call, "bisect",
        "Between which versions of torch, or commits, did a figure change?", bisect);
    addPlanOptions(command, options.plan);
    command.add("--from", options.from, "the oldest version of torch, such as 2.9")
        .placeholder("VERSION");
    command.add("--to", options.to, "the newest one").placeholder("VERSION");
    command.addRepeated("--env", options.environments,
        "an environment of `env list`, oldest first; repeat, in place of versions");
    command
        .add(
            "--commits", options.commits, "a range of the model's repository, in place of versions")
        .placeholder("OLD..NEW");
    command.add("--metric", options.metric,
        "median (default), p99, memory, compile, breaks, recompiles, graphs or kernels");
    command.add("--of", options.variant, "the variant; default: the last that compiles");
    command.add(
        "--least", options.leastChange, "the smallest change that matters, such as 3% (default)");
    command.add("--budget", options.budget, "the time of one recording, such as 10m (default)");
    command.add("-o,--output", options.output, "keeps the recordings in that run database");
    addJson(command, options.json);
}

} // namespace cli
