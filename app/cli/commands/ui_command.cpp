// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "profiler/model/process/child_words.h"

#include <array>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace cli {
namespace {

/// Options of fusescope-ui that are passed on as they are; it checks them.
struct PassedOption {
    const char* name;
    const char* value;
    const char* help;
};

constexpr std::array passedOptions {
    PassedOption {"--page", "PAGE", "overview, results, latency, compile, breaks, numerics…"},
    PassedOption {"--case", "CASE", "name of the case that is shown"},
    PassedOption {"--focus", "VARIANT", "name of the variant that stands beside the baseline"},
    PassedOption {"--theme", "THEME", "system, dark, light, contrast"},
    PassedOption {"--size", "SIZE", "of the window, such as 1680x1020"},
    PassedOption {"--scale", "NUMBER", "pixels for each point, such as 1.5"},
    PassedOption {"--grab", "FILE", "writes a PNG of the page and ends"},
    PassedOption {"--report", "FILE", "writes the report and ends"},
};

struct UiOptions {
    std::vector<std::string> words; ///< a file, the id of a figure, or both
    std::array<std::string, passedOptions.size()> passed;
};

/// Becomes the desktop program; comes back only where there is none.
void become(const std::string& program, bool onPath, const UiOptions& options)
{
    std::vector<std::string> words {program};
    for (std::size_t i = 0; i < passedOptions.size(); ++i)
        if (!options.passed.at(i).empty())
            words.push_back(passedOptions.at(i).name + ('=' + options.passed.at(i)));
    words.insert(words.end(), options.words.begin(), options.words.end());
    const auto arguments = profiler::pointersTo(words);
    if (onPath)
        execvp(program.c_str(), arguments.data());
    else
        execv(program.c_str(), arguments.data());
}

ExitCode openDesktopProgram(const UiOptions& options)
{
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error)
        become((self.parent_path() / "fusescope-ui").string(), false, options);
    become("fusescope-ui", true, options);
    return refuse(ExitCode::CommandFailed,
        "there is no desktop program fusescope-ui beside this one or on PATH, as pip installs the "
        "command line alone: install Fusescope's DEB, or unpack fusescope-desktop and put its bin "
        "folder on PATH; `fusescope compare FILE` shows the verdicts here");
}

} // namespace

void addUiCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<UiOptions>(
        program, call, "ui", "Opens the desktop program", openDesktopProgram);
    command
        .add("file", options.words,
            "a run database (default: the library), and the id of an exported figure (fs-…) that "
            "is opened again")
        .placeholder("[FILE] [ID]")
        .values(0, 2);
    for (std::size_t i = 0; i < passedOptions.size(); ++i)
        command.add(passedOptions.at(i).name, options.passed.at(i), passedOptions.at(i).help)
            .placeholder(passedOptions.at(i).value);
}

} // namespace cli
