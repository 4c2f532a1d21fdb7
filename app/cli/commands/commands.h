// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/exit_code.h"

#include <string>

namespace CLI {
class App;
}

namespace cli {

/// What all commands know of the call they serve.
struct Call {
    std::string commandLine; ///< as typed, for the recording
    ExitCode exitCode = ExitCode::Done; ///< set by the command that ran
};

/// Each adds one command, which runs while the words are parsed and leaves its exit code.
void addDoctorCommand(CLI::App& program, Call& call);
void addModelsCommand(CLI::App& program, Call& call);
void addPlanCommand(CLI::App& program, Call& call);
void addRecordCommand(CLI::App& program, Call& call);
void addExtendCommand(CLI::App& program, Call& call);
void addRerunCommand(CLI::App& program, Call& call);
void addReproduceCommand(CLI::App& program, Call& call);
void addImportCommand(CLI::App& program, Call& call);
void addListCommand(CLI::App& program, Call& call);
void addShowCommand(CLI::App& program, Call& call);
void addCompareCommand(CLI::App& program, Call& call);
void addExportCommand(CLI::App& program, Call& call);
void addSqlCommand(CLI::App& program, Call& call);
void addEnvCommand(CLI::App& program, Call& call);
void addUiCommand(CLI::App& program, Call& call);

} // namespace cli
