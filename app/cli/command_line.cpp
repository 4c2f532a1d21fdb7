// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "profiler/model/text/secrets.h"
#include "profiler/report/advice/record_command.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace cli {
namespace {

void addCommands(app::Command& program, Call& call)
{
    addDoctorCommand(program, call);
    addRecordCommand(program, call);
    addModelsCommand(program, call);
    addPlanCommand(program, call);
    addExtendCommand(program, call);
    addRerunCommand(program, call);
    addTryCommand(program, call);
    addTuneCommand(program, call);
    addReproduceCommand(program, call);
    addImportCommand(program, call);
    addMergeCommand(program, call);
    addListCommand(program, call);
    addShowCommand(program, call);
    addCompareCommand(program, call);
    addCheckCommand(program, call);
    addBisectCommand(program, call);
    addHistoryCommand(program, call);
    addNumericsCommand(program, call);
    addShapesCommand(program, call);
    addServingCommand(program, call);
    addExportCommand(program, call);
    addSuiteCommand(program, call);
    addSqlCommand(program, call);
    addEnvCommand(program, call);
    addRemoteCommand(program, call);
    addUiCommand(program, call);
    addCompletionCommand(program, call);
    addManualCommand(program, call);
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// What stands behind `--` is the script's, where one is named before it.
std::span<const char* const> withoutScriptArguments(
    std::span<const char* const> words, std::vector<std::string>& arguments)
{
    const auto end
        = std::ranges::find_if(words, [](std::string_view word) { return word == "--"; });
    const auto own = words.first(static_cast<std::size_t>(end - words.begin()));
    const bool script = std::ranges::any_of(
        own, [](std::string_view word) { return word.starts_with("--script"); });
    if (end == words.end() || !script)
        return words;
    arguments.assign(end + 1, words.end());
    return own;
}

/// The parser's message as our sentence.
std::string sentenceOf(std::string text, const std::string& command)
{
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z')
        text.front() = static_cast<char>(text.front() - 'A' + 'a');
    std::replace(text.begin(), text.end(), '\n', ' ');
    if (const auto twice = text.find(": At Most 1 required"); twice != std::string::npos)
        text = text.substr(0, twice) + " is given more than once";
    while (!text.empty() && (text.back() == '.' || text.back() == ' '))
        text.pop_back();
    return text + "; `fusescope " + command + " --help` says what is expected";
}

/// What was recorded is stored, whether or not somebody could read of it.
ExitCode afterOutput(ExitCode code, std::string_view command)
{
    constexpr std::array<std::string_view, 4> recording {"record", "extend", "rerun", "tune"};
    const bool printed = code != ExitCode::Done || finishOutput();
    const bool stored = std::ranges::find(recording, command) != recording.end();
    if (printed || stored)
        return code;
    return command == "check" ? ExitCode::CheckError : ExitCode::CommandFailed;
}

} // namespace

std::string shellLine(std::span<const char* const> words)
{
    std::string line;
    for (const auto& word : profiler::withoutSecrets({words.begin(), words.end()}))
        line += (line.empty() ? "" : " ") + profiler::shellWord(word);
    return line;
}

ExitCode runCommandLine(std::span<const char* const> words)
{
    app::CommandLine program(
        "Says what torch.compile changed, and whether it is worth it.", "fusescope");
    program.setVersion("fusescope " FUSESCOPE_VERSION);
    auto root = program.root();
    root.requireCommand();
    Call call {.commandLine = shellLine(words)};
    words = withoutScriptArguments(words, call.scriptArguments);
    addCommands(root, call);
    const auto commands = root.commandNames();
    if (words.size() < 2) {
        printError(root.help());
        return refuse(
            ExitCode::NotStarted, "no command is given; expected one of " + listed(commands));
    }
    const std::string_view first = words[1];
    if (!first.starts_with('-') && !root.hasCommand(first))
        return refuse(ExitCode::NotStarted,
            "there is no command \"" + std::string(first) + "\"; expected one of "
                + listed(commands));
    const auto end = program.parse(words);
    if (end.kind == app::ParseEnd::Kind::Refused)
        return refuse(first == "check" ? ExitCode::CheckError : ExitCode::NotStarted,
            sentenceOf(end.message, words[1]));
    if (end.kind == app::ParseEnd::Kind::Answered)
        print(end.message);
    return afterOutput(call.exitCode, first);
}

} // namespace cli
