// SPDX-License-Identifier: Apache-2.0
#include "app/options/shell_completion.h"

#include "app/options/completion_parts.h"

#include <array>

namespace app {
namespace {

struct KnownShell {
    std::string_view name;
    Shell shell;
    std::string (*completion)(const CommandDescription&);
};

constexpr std::array knownShells {KnownShell {"bash", Shell::Bash, bashCompletion},
    KnownShell {"zsh", Shell::Zsh, zshCompletion},
    KnownShell {"fish", Shell::Fish, fishCompletion}};

} // namespace

std::vector<std::string> shellNames()
{
    std::vector<std::string> names;
    names.reserve(knownShells.size());
    for (const auto& known : knownShells)
        names.emplace_back(known.name);
    return names;
}

std::optional<Shell> shellFrom(std::string_view name)
{
    for (const auto& known : knownShells)
        if (known.name == name)
            return known.shell;
    return std::nullopt;
}

std::string shellCompletion(const CommandDescription& program, Shell shell)
{
    for (const auto& known : knownShells)
        if (known.shell == shell)
            return known.completion(program);
    return {};
}

} // namespace app
