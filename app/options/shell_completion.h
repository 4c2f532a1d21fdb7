// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/options/command_description.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Scripts with which a shell completes a program's commands, options and values. What has no
/// choices is completed as a file.
namespace app {

enum class Shell { Bash, Zsh, Fish };

[[nodiscard]] std::vector<std::string> shellNames();
[[nodiscard]] std::optional<Shell> shellFrom(std::string_view name);

[[nodiscard]] std::string shellCompletion(const CommandDescription& program, Shell shell);

} // namespace app
