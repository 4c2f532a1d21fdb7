// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/environments.h"
#include "profiler/record/machine/agent_build.h"
#include "profiler/record/machine/interpreter.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string name;
    std::string python;
    bool json = false;
};

auto named(const std::string& name)
{
    return [&name](const Environment& environment) { return environment.name == name; };
}

/// Shipped or built earlier; empty = it is built at the first recording.
std::string agentOf(const Environment& environment)
{
    const auto installation = profiler::findInstallation();
    const auto& torch = environment.torchVersion;
    if (!installation || torch.empty())
        return {};
    const profiler::Interpreter interpreter {.path = environment.python,
        .torchVersion = torch,
        .torchMinor = torch.substr(0, torch.find('.', torch.find('.') + 1))};
    return profiler::findAgent(interpreter, *installation).string();
}

Json listJson(const std::vector<Environment>& environments)
{
    Json rows = Json::array();
    for (const auto& environment : environments) {
        Json row {{"name", environment.name}, {"python", environment.python},
            {"python_version", environment.pythonVersion}};
        putText(row, "torch", environment.torchVersion, "it has no torch");
        putText(row, "cuda", environment.cudaVersion, "its torch was built for the CPU");
        putText(row, "agent", agentOf(environment), "built at the first recording");
        rows.push_back(std::move(row));
    }
    return {{"schema", 1}, {"environments", std::move(rows)}};
}

std::string listText(const std::vector<Environment>& environments)
{
    if (environments.empty())
        return "No environments yet; `fusescope env add NAME PYTHON` adds one.\n";
    profiler::TextTable table(
        {{"name"}, {"python"}, {"torch"}, {"cuda"}, {"agent"}, {"interpreter"}});
    for (const auto& environment : environments)
        table.addRow({environment.name, environment.pythonVersion,
            environment.torchVersion.empty() ? "–" : environment.torchVersion,
            environment.cudaVersion.empty() ? "–" : environment.cudaVersion,
            agentOf(environment).empty() ? "to build" : "ready", environment.python});
    return table.text();
}

ExitCode list(const Options& options)
{
    const auto environments = loadEnvironments(environmentsPath());
    if (!environments)
        return refuse(environments.error());
    options.json ? printDocument(listJson(*environments)) : print(listText(*environments));
    return ExitCode::Done;
}

ExitCode add(const Options& options)
{
    auto environments = loadEnvironments(environmentsPath());
    if (!environments)
        return refuse(environments.error());
    if (options.name.empty() || options.name.find('/') != std::string::npos)
        return refuse(
            ExitCode::NotStarted, "name \"" + options.name + "\": expected a word without a slash");
    const auto path = resolvePython(options.python);
    if (!path)
        return refuse(path.error());
    const auto interpreter = profiler::probeInterpreter(*path);
    if (!interpreter)
        return refuse(interpreter.error());
    if (const auto usable = profiler::checkInterpreter(*interpreter); !usable)
        return refuse(usable.error());
    environments->erase(
        std::remove_if(environments->begin(), environments->end(), named(options.name)),
        environments->end());
    environments->push_back({.name = options.name,
        .python = interpreter->path.string(),
        .pythonVersion = interpreter->pythonVersion,
        .torchVersion = interpreter->torchVersion,
        .cudaVersion = interpreter->cudaVersion});
    const auto stored = storeEnvironments(environmentsPath(), *environments);
    if (!stored)
        return refuse(stored.error());
    print(options.name + ": Python " + interpreter->pythonVersion + ", torch "
        + interpreter->torchVersion + "\n");
    return ExitCode::Done;
}

ExitCode remove(const Options& options)
{
    auto environments = loadEnvironments(environmentsPath());
    if (!environments)
        return refuse(environments.error());
    const auto found
        = std::find_if(environments->begin(), environments->end(), named(options.name));
    if (found == environments->end())
        return refuse(ExitCode::CommandFailed,
            "there is no environment \"" + options.name + "\"; `fusescope env list` shows them");
    environments->erase(found);
    const auto stored = storeEnvironments(environmentsPath(), *environments);
    return stored ? ExitCode::Done : refuse(stored.error());
}

} // namespace

void addEnvCommand(app::Command& program, Call& call)
{
    auto command = program.addCommand("env", "Python environments and their agents");
    command.requireCommand();
    auto [listing, listed]
        = addCommand<Options>(command, call, "list", "The environments known by name", list);
    addJson(listing, listed.json);
    auto [adding, added]
        = addCommand<Options>(command, call, "add", "Remember an interpreter under a name", add);
    adding.add("name", added.name, "for --python and python: of a variant").required();
    adding.add("python", added.python, "its path").required();
    auto [removing, removed] = addCommand<Options>(
        command, call, "remove", "Forget one; nothing else is removed", remove);
    removing.add("name", removed.name, "as `env list` shows it").required();
}

} // namespace cli
