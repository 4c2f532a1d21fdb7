// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// A program's command line as plain values: manual pages and completions are made from it.
namespace app {

/// An option, a flag, or an argument by its place.
struct OptionDescription {
    std::vector<std::string> names; ///< "-o", "--output"; none of an argument
    std::string value; ///< what stands for it: "FILE"; empty: a flag
    std::string help;
    std::vector<std::string> choices; ///< words that it takes; none: any text or file
    bool required = false;
    bool repeats = false;

    [[nodiscard]] bool takesValue() const { return !value.empty(); }
};

/// A program, or one of its commands. What is hidden is left out.
struct CommandDescription {
    std::string name;
    std::string help;
    std::vector<OptionDescription> options;
    std::vector<OptionDescription> arguments;
    std::vector<CommandDescription> commands;
};

} // namespace app
