// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/plan_options.h"
#include "app/cli/terminal/recording.h"

#include <memory>

namespace cli {
namespace {

struct Options {
    PlanOptions plan;
    std::string output;
    bool json = false;
    bool control = false;
};

ExitCode record(const Options& options, const Call& call)
{
    const auto plan = planFrom(options.plan);
    if (!plan)
        return refuse(ExitCode::NotStarted, plan.error().message);
    return recordPlan(*plan,
        {.file = options.output,
            .command = call.commandLine,
            .json = options.json,
            .control = options.control});
}

} // namespace

void addRecordCommand(app::Command& program, Call& call)
{
    auto options = std::make_shared<Options>();
    auto command
        = program.addCommand("record", "Runs the variants of a model and stores what they did");
    addPlanOptions(command, options->plan);
    command.add(
        "-o,--output", options->output, "a run database, made or added to; default: the library");
    command.addFlag("--json", options->json, "progress on stdout, one JSON object a line");
    command.addFlag("--control", options->control,
        "requests as lines on stdin: pause, continue, skip NAME, retry NAME, stop");
    command.onRun([options, &call] { call.exitCode = record(*options, call); });
}

} // namespace cli
