// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/recording.h"

#include <filesystem>
#include <string>

/// What the commands that start workers have in common.
namespace cli {

/// How a command that records tells what it does, and is told what to do.
struct ProgressOptions {
    bool json = false;
    bool control = false;
    bool whenQuiet = false;
};

inline void addProgress(app::Command& command, ProgressOptions& progress,
    const std::string& requests = "pause, continue, skip NAME, retry NAME, stop")
{
    command.addFlag("--json", progress.json, "progress on stdout, one JSON object a line");
    command.addFlag("--control", progress.control, "requests as lines on stdin: " + requests);
    command.addFlag("--when-quiet", progress.whenQuiet,
        "begin when other programs have left the machine alone for 10 s");
}

[[nodiscard]] inline Recording recordingInto(
    const std::filesystem::path& file, const ProgressOptions& progress, const Call& call)
{
    return {.file = file,
        .command = call.commandLine,
        .json = progress.json,
        .control = progress.control,
        .whenQuiet = progress.whenQuiet};
}

} // namespace cli
