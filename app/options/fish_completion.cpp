// SPDX-License-Identifier: Apache-2.0
#include "app/options/completion_parts.h"

namespace app {
namespace {

/// Where a line holds: in the command that this path names, without the program.
std::string fishLine(const std::string& program, const std::string& path)
{
    const auto function = "__" + identifier(program) + "_at";
    const auto rest = path.size() > program.size() ? path.substr(program.size() + 1) : "";
    return "complete -c " + program + " -n '" + function + (rest.empty() ? "" : " " + rest) + "'";
}

std::string fishOption(const std::string& line, const OptionDescription& option)
{
    auto text = line;
    for (const auto& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (option.takesValue())
        text += option.choices.empty() ? " -r" : " -x -a " + quoted(joined(option.choices));
    return text + " -d " + quoted(option.help) + "\n";
}

/// The words before the cursor that name commands, compared with those of a line.
std::string fishFunction(const CommandDescription& program)
{
    std::string paths;
    for (const auto& placed : allCommands(program))
        if (placed.path != program.name)
            paths += " " + quoted(placed.path.substr(program.name.size() + 1));
    return "function __" + identifier(program.name) + "_at\n    set -l path\n    set -l commands"
        + paths
        + "\n    for word in (commandline -opc)[2..-1]\n"
          "        set -l longer (string join ' ' -- $path $word)\n"
          "        if contains -- $longer $commands\n"
          "            set path $path $word\n"
          "        end\n"
          "    end\n"
          "    test \"$path\" = \"$argv\"\n"
          "end\n";
}

} // namespace

std::string fishCompletion(const CommandDescription& program)
{
    auto text = completionHead(program.name, "fish") + fishFunction(program);
    for (const auto& [path, command] : allCommands(program)) {
        const auto line = fishLine(program.name, path);
        for (const auto& inner : command->commands)
            text += line + " -f -a " + inner.name + " -d " + quoted(inner.help) + "\n";
        for (const auto& argument : command->arguments)
            if (!argument.choices.empty())
                text += line + " -a " + quoted(joined(argument.choices)) + "\n";
        for (const auto& option : command->options)
            text += fishOption(line, option);
    }
    return text;
}

} // namespace app
