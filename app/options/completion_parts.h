// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/options/command_description.h"

#include <string>
#include <vector>

/// What the completions of all shells are made of.
namespace app {

struct PlacedCommand {
    std::string path; ///< "fusescope env add"
    const CommandDescription* command = nullptr;
};

/// The program and all its commands, each before its own; they point into `program`.
[[nodiscard]] std::vector<PlacedCommand> allCommands(const CommandDescription& program);

[[nodiscard]] std::string joined(
    const std::vector<std::string>& words, const std::string& between = " ");

/// As a part of a name of a shell's function.
[[nodiscard]] std::string identifier(std::string text);

/// Inside single quotes, which end where the text has one.
[[nodiscard]] std::string quoted(const std::string& text);

/// The first lines of a script.
[[nodiscard]] std::string completionHead(const std::string& program, const std::string& shell);

[[nodiscard]] std::string bashCompletion(const CommandDescription& program);
[[nodiscard]] std::string zshCompletion(const CommandDescription& program);
[[nodiscard]] std::string fishCompletion(const CommandDescription& program);

} // namespace app
