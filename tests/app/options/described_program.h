// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/options/command_description.h"

namespace tests {

/// A small program with everything that a description can hold: commands within a command, hidden
/// ones, options with and without a value, with choices, and texts that shells and groff could
/// take for their own.
[[nodiscard]] app::CommandDescription describedProgram();

} // namespace tests
