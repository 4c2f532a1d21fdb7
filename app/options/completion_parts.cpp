// SPDX-License-Identifier: Apache-2.0
#include "app/options/completion_parts.h"

#include <algorithm>

namespace app {
namespace {

void place(
    const CommandDescription& command, const std::string& path, std::vector<PlacedCommand>& placed)
{
    placed.push_back({path, &command});
    for (const auto& inner : command.commands)
        place(inner, path + " " + inner.name, placed);
}

} // namespace

std::vector<PlacedCommand> allCommands(const CommandDescription& program)
{
    std::vector<PlacedCommand> placed;
    place(program, program.name, placed);
    return placed;
}

std::string joined(const std::vector<std::string>& words, const std::string& between)
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

std::string identifier(std::string text)
{
    std::ranges::replace_if(
        text, [](char letter) { return letter == ' ' || letter == '-'; }, '_');
    return text;
}

std::string quoted(const std::string& text)
{
    std::string whole = "'";
    for (const char letter : text)
        whole += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return whole + "'";
}

std::string completionHead(const std::string& program, const std::string& shell)
{
    return "# SPDX-License-Identifier: Apache-2.0\n# What " + shell + " completes of " + program
        + "; made from its command line.\n";
}

} // namespace app
