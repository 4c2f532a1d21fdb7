// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/exit_code.h"

#include <span>
#include <string>

namespace cli {

/// Runs the command that the words name, the program's own name first.
[[nodiscard]] ExitCode runCommandLine(std::span<const char* const> words);

/// `words` as one line that a shell reads back, without secrets: what is stored with a recording.
[[nodiscard]] std::string shellLine(std::span<const char* const> words);

} // namespace cli
