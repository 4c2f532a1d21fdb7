// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"

#include "app/cli/commands/commands.h"
#include "app/cli/console.h"
#include "profiler/report/record_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <exception>
#include <string_view>

namespace cli {
namespace {

void addCommands(CLI::App& program, Call& call)
{
    addDoctorCommand(program, call);
    addRecordCommand(program, call);
    addModelsCommand(program, call);
    addPlanCommand(program, call);
    addExtendCommand(program, call);
    addRerunCommand(program, call);
    addReproduceCommand(program, call);
    addImportCommand(program, call);
    addListCommand(program, call);
    addShowCommand(program, call);
    addCompareCommand(program, call);
    addExportCommand(program, call);
    addSqlCommand(program, call);
    addEnvCommand(program, call);
    addUiCommand(program, call);
}

std::string commandNames(const CLI::App& program)
{
    std::string names;
    for (const auto* command : program.get_subcommands({}))
        names += (names.empty() ? "" : ", ") + command->get_name();
    return names;
}

bool isCommand(const CLI::App& program, std::string_view word)
{
    const auto commands = program.get_subcommands({});
    return std::any_of(commands.begin(), commands.end(),
        [&](const CLI::App* command) { return command->get_name() == word; });
}

/// CLI11's message as our sentence.
std::string sentenceOf(const CLI::ParseError& error, const std::string& command)
{
    std::string text = error.what();
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z')
        text.front() = static_cast<char>(text.front() - 'A' + 'a');
    std::replace(text.begin(), text.end(), '\n', ' ');
    if (const auto twice = text.find(": At Most 1 required"); twice != std::string::npos)
        text = text.substr(0, twice) + " is given more than once";
    while (!text.empty() && (text.back() == '.' || text.back() == ' '))
        text.pop_back();
    return text + "; `fusescope " + command + " --help` says what is expected";
}

ExitCode parse(CLI::App& program, Call& call, std::span<const char* const> words)
{
    try {
        program.parse(static_cast<int>(words.size()), words.data());
        return call.exitCode;
    } catch (const CLI::Success& wish) { // --help, --version
        return static_cast<ExitCode>(program.exit(wish));
    } catch (const CLI::ParseError& error) {
        return refuse(ExitCode::NotStarted, sentenceOf(error, words[1]));
    }
}

} // namespace

std::string shellLine(std::span<const char* const> words)
{
    std::string line;
    for (const auto* word : words)
        line += (line.empty() ? "" : " ") + profiler::shellWord(word);
    return line;
}

ExitCode runCommandLine(std::span<const char* const> words)
{
    CLI::App program("Says what torch.compile changed, and whether it is worth it.", "fusescope");
    program.set_version_flag("--version", "fusescope " FUSESCOPE_VERSION);
    program.require_subcommand(1);
    Call call {.commandLine = shellLine(words)};
    addCommands(program, call);
    if (words.size() < 2) {
        printError(program.help());
        return refuse(
            ExitCode::NotStarted, "no command is given; expected one of " + commandNames(program));
    }
    const std::string_view first = words[1];
    if (!first.starts_with('-') && !isCommand(program, first))
        return refuse(ExitCode::NotStarted,
            "there is no command \"" + std::string(first) + "\"; expected one of "
                + commandNames(program));
    return parse(program, call, words);
}

} // namespace cli
