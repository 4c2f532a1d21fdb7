// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/exit_code.h"
#include "app/options/command.h"

#include <concepts>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cli {

/// What all commands know of the call they serve.
struct Call {
    std::string commandLine; ///< as typed, for the recording
    std::vector<std::string> scriptArguments; ///< behind `--`, where a script is named
    ExitCode exitCode = ExitCode::Done; ///< set by the command that ran
};

/// Adds a command whose options live as long as it does; `run` takes them, and the call where it
/// needs it.
template <typename Options, typename Run>
std::pair<app::Command, Options&> addCommand(
    app::Command& parent, Call& call, const std::string& name, const std::string& help, Run run)
{
    auto options = std::make_shared<Options>();
    auto command = parent.addCommand(name, help);
    command.onRun([options, &call, run] {
        if constexpr (std::invocable<Run, const Options&, const Call&>)
            call.exitCode = run(*options, call);
        else
            call.exitCode = run(*options);
    });
    return {command, *options};
}

/// FILE, which names a comparison.
inline void addComparison(app::Command& command, std::string& file)
{
    command.add("file", file, "FILE, FILE@3 or FILE@name").required().placeholder("FILE");
}

inline app::Option addJson(app::Command& command, bool& json)
{
    return command.addFlag("--json", json, "one JSON document on stdout");
}

inline constexpr auto recordIntoHelp = "a run database, made or added to; default: the library";

/// Each adds one command, which runs while the words are parsed and leaves its exit code.
void addDoctorCommand(app::Command& program, Call& call);
void addModelsCommand(app::Command& program, Call& call);
void addPlanCommand(app::Command& program, Call& call);
void addRecordCommand(app::Command& program, Call& call);
void addExtendCommand(app::Command& program, Call& call);
void addRerunCommand(app::Command& program, Call& call);
void addTryCommand(app::Command& program, Call& call);
void addTuneCommand(app::Command& program, Call& call);
void addReproduceCommand(app::Command& program, Call& call);
void addImportCommand(app::Command& program, Call& call);
void addMergeCommand(app::Command& program, Call& call);
void addListCommand(app::Command& program, Call& call);
void addShowCommand(app::Command& program, Call& call);
void addCompareCommand(app::Command& program, Call& call);
void addCheckCommand(app::Command& program, Call& call);
void addBisectCommand(app::Command& program, Call& call);
void addHistoryCommand(app::Command& program, Call& call);
void addNumericsCommand(app::Command& program, Call& call);
void addShapesCommand(app::Command& program, Call& call);
void addServingCommand(app::Command& program, Call& call);
void addExportCommand(app::Command& program, Call& call);
void addSuiteCommand(app::Command& program, Call& call);
void addSqlCommand(app::Command& program, Call& call);
void addEnvCommand(app::Command& program, Call& call);
void addRemoteCommand(app::Command& program, Call& call);
void addUiCommand(app::Command& program, Call& call);
void addCompletionCommand(app::Command& program, Call& call);
void addManualCommand(app::Command& program, Call& call);

} // namespace cli
