// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/files.h"
#include "app/options/manual_page.h"
#include "app/options/shell_completion.h"

#include <filesystem>

/// What is made from the description of the command line itself: completions and manual pages.
namespace cli {
namespace {

struct CompletionOptions {
    std::string shell;
    std::string folder;
};

ExitCode printCompletion(const app::CommandDescription& program, const std::string& word)
{
    const auto shell = app::shellFrom(word);
    if (!shell)
        return refuse(ExitCode::NotStarted,
            "there is no completion for \"" + word + "\"; expected one of bash, zsh, fish");
    printData(app::shellCompletion(program, *shell));
    return ExitCode::Done;
}

app::ManualNotes notes()
{
    return {.version = "fusescope " FUSESCOPE_VERSION,
        .sections
        = {{"EXIT STATUS",
               {{"0", "All done."}, {"1", "A command other than record failed."},
                   {"2",
                       "Something was wrong before the first worker started: options, shapes, "
                       "modes, plan, output file, device or interpreter."},
                   {"3", "The workload failed in every variant."},
                   {"4", "Some variants failed, or ran eager in every case; the rest is there."},
                   {"130", "Interrupted; what was recorded is there."}}},
            {"ENVIRONMENT",
                {{"FUSESCOPE_PYTHON", "The interpreter of the workers."},
                    {"XDG_DATA_HOME", "Where the library of recordings is."},
                    {"XDG_CONFIG_HOME", "Where the names of `fusescope env` are."},
                    {"XDG_CACHE_HOME",
                        "Where agents are that were built on this machine, and the index of "
                        "History."},
                    {"NO_COLOR", "No colours, if set."}, {"COLUMNS", "Width of tables."}}},
            {"FILES",
                {{"~/.local/share/fusescope/library.fscope",
                     "The library: recordings for which no file was named."},
                    {"~/.cache/fusescope/history.sqlite",
                        "What histories read of recordings; it may be removed."}}}},
        .seeAlso = {"fusescope-ui"}};
}

ExitCode writeManual(const app::CommandDescription& program, const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    for (const auto& page : app::manualPages(program, notes()))
        if (auto written = writeFile(folder / (page.name + ".1"), page.text); !written)
            return refuse(written.error());
    return ExitCode::Done;
}

} // namespace

void addCompletionCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<CompletionOptions>(program, call, "completion",
        "Prints what a shell needs to complete commands and options",
        [program](const CompletionOptions& chosen) {
            return printCompletion(program.description(), chosen.shell);
        });
    command.add("shell", options.shell, "bash, zsh or fish")
        .required()
        .placeholder("SHELL")
        .choices(app::shellNames());
}

void addManualCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<CompletionOptions>(program, call, "manual",
        "Writes the manual pages into a folder", [program](const CompletionOptions& chosen) {
            return writeManual(program.description(), chosen.folder);
        });
    command.hide();
    command.add("folder", options.folder, "made where it is not there")
        .required()
        .placeholder("FOLDER");
}

} // namespace cli
