// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/plan_options.h"
#include "app/cli/terminal/recording.h"

#include <memory>

namespace cli {
namespace {

struct Options {
    std::string file;
    PlanOptions changes;
    std::string output;
    bool json = false;
    bool control = false;
};

ExitCode rerun(const Options& options, const Call& call)
{
    const auto stored = loadRecording(options.file);
    if (!stored)
        return refuse(ExitCode::NotStarted, stored.error().message);
    const auto plan = changedPlan(stored->data.plan, options.changes);
    if (!plan)
        return refuse(ExitCode::NotStarted, plan.error().message);
    const auto file = options.output.empty() ? stored->file : std::filesystem::path(options.output);
    return recordPlan(*plan,
        {.file = file,
            .command = call.commandLine,
            .json = options.json,
            .control = options.control});
}

} // namespace

void addRerunCommand(app::Command& program, Call& call)
{
    auto options = std::make_shared<Options>();
    auto command = program.addCommand(
        "rerun", "Records a comparison's plan again, after an edit or with changed options");
    command.add("file", options->file, "FILE, FILE@3 or FILE@name").required().placeholder("FILE");
    addPlanOverrides(command, options->changes);
    command.add("-o,--output", options->output, "default: the same file");
    command.addFlag("--json", options->json, "progress on stdout, one JSON object a line");
    command.addFlag("--control", options->control,
        "requests as lines on stdin: pause, continue, skip NAME, retry NAME, stop");
    command.onRun([options, &call] { call.exitCode = rerun(*options, call); });
}

} // namespace cli
