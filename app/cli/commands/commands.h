// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/exit_code.h"
#include "app/options/command.h"

#include <string>

namespace cli {

/// What all commands know of the call they serve.
struct Call {
    std::string commandLine; ///< as typed, for the recording
    ExitCode exitCode = ExitCode::Done; ///< set by the command that ran
};

/// Each adds one command, which runs while the words are parsed and leaves its exit code.
void addDoctorCommand(app::Command& program, Call& call);
void addModelsCommand(app::Command& program, Call& call);
void addPlanCommand(app::Command& program, Call& call);
void addRecordCommand(app::Command& program, Call& call);
void addExtendCommand(app::Command& program, Call& call);
void addRerunCommand(app::Command& program, Call& call);
void addReproduceCommand(app::Command& program, Call& call);
void addImportCommand(app::Command& program, Call& call);
void addListCommand(app::Command& program, Call& call);
void addShowCommand(app::Command& program, Call& call);
void addCompareCommand(app::Command& program, Call& call);
void addExportCommand(app::Command& program, Call& call);
void addSqlCommand(app::Command& program, Call& call);
void addEnvCommand(app::Command& program, Call& call);
void addUiCommand(app::Command& program, Call& call);

} // namespace cli
