// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/console.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace cli {
namespace {

struct Options {
    std::string file;
};

/// Becomes the desktop program; comes back only where there is none.
void become(const std::string& program, bool onPath, const Options& options)
{
    std::vector<std::string> words {program};
    if (!options.file.empty())
        words.push_back(options.file);
    std::vector<char*> arguments;
    for (auto& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (onPath)
        execvp(program.c_str(), arguments.data());
    else
        execv(program.c_str(), arguments.data());
}

ExitCode openDesktopProgram(const Options& options)
{
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error)
        become((self.parent_path() / "fusescope-ui").string(), false, options);
    become("fusescope-ui", true, options);
    return refuse(ExitCode::CommandFailed,
        "there is no desktop program fusescope-ui beside this one or on PATH; this build may be "
        "without it, `fusescope compare FILE` shows the verdicts here");
}

} // namespace

void addUiCommand(CLI::App& program, Call& call)
{
    auto options = std::make_shared<Options>();
    auto* command = program.add_subcommand("ui", "Opens the desktop program");
    command->add_option("file", options->file, "a run database; default: the library")
        ->option_text("FILE");
    command->callback([options, &call] { call.exitCode = openDesktopProgram(*options); });
}

} // namespace cli
