// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/argument_error.h"
#include "app/cli/arguments/quantity.h"
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/recording.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/more_repetitions.h"
#include "profiler/model/comparison_result.h"

#include <algorithm>
#include <memory>

namespace cli {
namespace {

struct Options {
    std::string file;
    std::string processes;
    bool json = false;
    bool control = false;
};

ExitCode extend(const Options& options, const Call& call)
{
    constexpr std::int64_t most = 1000;
    const auto given = wholeNumber(options.processes);
    if (!options.processes.empty() && (!given || *given < 1 || *given > most))
        return refuse(ExitCode::NotStarted,
            badWord("--processes", options.processes, "how many repetitions to add, 1 to 1000")
                .value()
                .message);
    const auto stored = loadRecording(options.file);
    if (!stored)
        return refuse(ExitCode::NotStarted, stored.error().message);
    const int repetitions = given
        ? static_cast<int>(*given)
        : profiler::moreRepetitions(stored->data, profiler::judge(stored->data)).repetitions;
    return extendComparison(*stored, repetitions,
        {.file = {},
            .command = call.commandLine,
            .json = options.json,
            .control = options.control});
}

} // namespace

void addExtendCommand(app::Command& program, Call& call)
{
    auto options = std::make_shared<Options>();
    auto command
        = program.addCommand("extend", "Adds repetitions to a comparison, for a clear verdict");
    command.add("file", options->file, "FILE, FILE@3 or FILE@name").required().placeholder("FILE");
    command.add("--processes", options->processes,
        "how many repetitions to add; default: what the verdicts ask for");
    command.addFlag("--json", options->json, "progress on stdout, one JSON object a line");
    command.addFlag("--control", options->control,
        "requests as lines on stdin: pause, continue, skip NAME, retry NAME, stop");
    command.onRun([options, &call] { call.exitCode = extend(*options, call); });
}

} // namespace cli
