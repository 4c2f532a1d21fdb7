// SPDX-License-Identifier: Apache-2.0
#include "app/options/completion_parts.h"

namespace app {
namespace {

std::vector<std::string> commandNames(const CommandDescription& command)
{
    std::vector<std::string> names;
    for (const auto& inner : command.commands)
        names.push_back(inner.name);
    return names;
}

std::string bashCase(const std::vector<std::string>& patterns, const std::string& action)
{
    std::string text;
    for (const auto& pattern : patterns)
        text += (text.empty() ? "" : " | ") + ("\"" + pattern + "\"");
    return text.empty() ? text : "        " + text + ") " + action + " ;;\n";
}

std::string bashWords(const std::vector<std::string>& words)
{
    return "words=\"" + joined(words) + "\"";
}

/// Places of commands, of options that take a value, of words that are offered, and of options.
struct BashCases {
    std::vector<std::string> commands;
    std::vector<std::string> values;
    std::string offered;
    std::string options;
};

void addOptions(const PlacedCommand& placed, BashCases& cases)
{
    std::vector<std::string> names;
    for (const auto& option : placed.command->options) {
        names.insert(names.end(), option.names.begin(), option.names.end());
        if (!option.takesValue())
            continue;
        std::vector<std::string> places;
        for (const auto& name : option.names)
            places.push_back(placed.path + " " + name);
        cases.values.insert(cases.values.end(), places.begin(), places.end());
        if (!option.choices.empty())
            cases.offered += bashCase(places, bashWords(option.choices));
    }
    if (!names.empty())
        cases.options += bashCase({placed.path}, bashWords(names));
}

void addArguments(const PlacedCommand& placed, BashCases& cases)
{
    const auto& command = *placed.command;
    if (!command.commands.empty())
        cases.offered += bashCase({placed.path + " 0"}, bashWords(commandNames(command)));
    for (std::size_t i = 0; i < command.arguments.size(); ++i)
        if (const auto& choices = command.arguments[i].choices; !choices.empty())
            cases.offered += bashCase({placed.path + " " + std::to_string(i)}, bashWords(choices));
}

BashCases bashCases(const CommandDescription& program)
{
    BashCases cases;
    for (const auto& placed : allCommands(program)) {
        if (placed.path != program.name)
            cases.commands.push_back(placed.path);
        addOptions(placed, cases);
        addArguments(placed, cases);
    }
    return cases;
}

} // namespace

/// `path` is the command that the words before the cursor name, `place` how many arguments it has
/// got, `option` the one whose value is typed. Bash parts --option=value into three words.
std::string bashCompletion(const CommandDescription& program)
{
    const auto cases = bashCases(program);
    const auto function = "_" + identifier(program.name);
    return completionHead(program.name, "bash") + function + "()\n{\n"
        + "    local path=" + program.name + " place=0 option= words= word index\n"
        + "    local current=${COMP_WORDS[COMP_CWORD]}\n"
          "    for ((index = 1; index < COMP_CWORD; index++)); do\n"
          "        word=${COMP_WORDS[index]}\n"
          "        if [[ $word == = ]]; then\n"
          "            continue\n"
          "        elif [[ -n $option ]]; then\n"
          "            option=\n"
          "            continue\n"
          "        fi\n"
          "        case \"$path $word\" in\n"
        + bashCase(cases.commands, "path+=\" $word\" place=0")
        + bashCase(cases.values, "option=$word")
        + "        *\" -\"*) ;;\n"
          "        *) place=$((place + 1)) ;;\n"
          "        esac\n"
          "    done\n"
          "    [[ $current != = ]] || current=\n"
          "    case \"$path ${option:-$place}\" in\n"
        + cases.offered
        + "    esac\n"
          "    if [[ -z $option && $current == -* ]]; then\n"
          "        case $path in\n"
        + cases.options
        + "        esac\n"
          "    fi\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
          "}\ncomplete -o default -F "
        + function + " " + program.name + "\n";
}

} // namespace app
