// SPDX-License-Identifier: Apache-2.0
#include "app/options/completion_parts.h"

namespace app {
namespace {

/// Inside the brackets of an option or the message of an argument.
std::string zshText(const std::string& text)
{
    std::string escaped;
    for (const char letter : text) {
        if (letter == '[' || letter == ']' || letter == ':' || letter == '\\')
            escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

std::string zshValue(const OptionDescription& option)
{
    const auto action = option.choices.empty() ? "_files" : "(" + joined(option.choices) + ")";
    return ":" + zshText(option.value) + ":" + action;
}

/// '*--case[help]:TEXT:_files'; of several names '(-h --help)'{-h,--help}'[help]'.
std::string zshOption(const OptionDescription& option)
{
    const auto rest
        = "[" + zshText(option.help) + "]" + (option.takesValue() ? zshValue(option) : "");
    const std::string star = option.repeats ? "*" : "";
    if (option.names.size() == 1)
        return quoted(star + option.names.front() + rest);
    const auto excluded = star.empty() ? "'(" + joined(option.names) + ")'" : "'*'";
    return excluded + "{" + joined(option.names, ",") + "}" + quoted(rest);
}

/// An argument that may be left out has two colons.
std::string zshArgument(const OptionDescription& argument, std::size_t number)
{
    const auto place = argument.repeats ? "*" : std::to_string(number);
    return quoted(place + (argument.required || argument.repeats ? "" : ":") + zshValue(argument));
}

std::string zshArguments(const CommandDescription& command)
{
    std::string text = "    _arguments -C";
    const std::string next = " \\\n        ";
    for (const auto& option : command.options)
        text += next + zshOption(option);
    for (std::size_t i = 0; i < command.arguments.size(); ++i)
        text += next + zshArgument(command.arguments[i], i + 1);
    if (!command.commands.empty())
        text += next + "'1:command:->command'" + next + "'*::argument:->argument'";
    return text + "\n";
}

std::string zshChoice(const CommandDescription& command, const std::string& function)
{
    std::string names;
    for (const auto& inner : command.commands)
        names += "            " + quoted(inner.name + ":" + inner.help) + "\n";
    return "    case $state in\n"
           "    command)\n"
           "        local -a commands=(\n"
        + names
        + "        )\n"
          "        _describe command commands\n"
          "        ;;\n"
          "    argument)\n"
          "        local inner="
        + function
        + "_${words[1]//-/_}\n"
          "        ((! $+functions[$inner])) || $inner\n"
          "        ;;\n"
          "    esac\n";
}

} // namespace

std::string zshCompletion(const CommandDescription& program)
{
    const auto first = "_" + identifier(program.name);
    auto text = "#compdef " + program.name + "\n" + completionHead(program.name, "zsh");
    for (const auto& [path, command] : allCommands(program)) {
        const auto function = "_" + identifier(path);
        text += function + "()\n{\n";
        if (!command->commands.empty())
            text += "    local curcontext=$curcontext state line\n";
        text += zshArguments(*command);
        if (!command->commands.empty())
            text += zshChoice(*command, function);
        text += "}\n";
    }
    return text + "if [[ $funcstack[1] == " + first + " ]]; then\n    " + first
        + " \"$@\"\nelse\n    compdef " + first + " " + program.name + "\nfi\n";
}

} // namespace app
