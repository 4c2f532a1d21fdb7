// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/environments.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/model/number_text.h"
#include "profiler/record/machine/agent_build.h"
#include "profiler/record/machine/environment_making.h"
#include "profiler/record/machine/interpreter.h"
#include "profiler/report/text/text_table.h"
#include "storage/file/run_database.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

struct EnvOptions {
    std::string name;
    std::string python;
    bool json = false;
};

struct MakeOptions {
    std::vector<std::string> versions;
    std::string python;
    std::vector<std::string> packages;
    std::string index;
    bool costAlone = false;
};

auto environmentNamed(const std::string& name)
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

ExitCode listEnvironments(const EnvOptions& options)
{
    const auto environments = loadEnvironments(environmentsPath());
    if (!environments)
        return refuse(environments.error());
    options.json ? printDocument(listJson(*environments)) : print(listText(*environments));
    return ExitCode::Done;
}

/// In place of what had the name.
profiler::Result<void> keep(const std::string& name, const profiler::Interpreter& interpreter)
{
    auto environments = loadEnvironments(environmentsPath());
    if (!environments)
        return tl::unexpected(environments.error());
    std::erase_if(*environments, environmentNamed(name));
    environments->push_back({.name = name,
        .python = interpreter.path.string(),
        .pythonVersion = interpreter.pythonVersion,
        .torchVersion = interpreter.torchVersion,
        .cudaVersion = interpreter.cudaVersion});
    return storeEnvironments(environmentsPath(), *environments).map([&] {
        print(name + ": Python " + interpreter.pythonVersion + ", torch " + interpreter.torchVersion
            + "\n");
    });
}

ExitCode addEnvironment(const EnvOptions& options)
{
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
    const auto stored = keep(options.name, *interpreter);
    return stored ? ExitCode::Done : refuse(stored.error());
}

/// "; 41 GiB free"
std::string freeText()
{
    std::error_code error;
    const auto space = std::filesystem::space(storage::libraryPath().parent_path(), error);
    return error
        ? ""
        : "; " + profiler::formatBytes(static_cast<std::int64_t>(space.available)) + " free";
}

/// Where those are that were made here.
std::filesystem::path madeEnvironments()
{
    return storage::libraryPath().parent_path() / "environments";
}

std::string costText(const std::string& name, const profiler::EnvironmentCost& cost)
{
    constexpr double bytesPerSecond = 20e6;
    constexpr double onDisk = 2.2; // of torch's own packages, times what is fetched
    if (!cost.bytes)
        return name
            + ": how much is to be fetched the index does not tell; with CUDA it is some 3 GB\n";
    const auto bytes = static_cast<double>(*cost.bytes);
    return fmt::format(
        "{}: torch {} and what it needs, {} packages: {} to fetch, about {} on disk, "
        "about {} at 20 MB/s{}\n",
        name, cost.torchVersion, cost.packages, profiler::formatBytes(*cost.bytes),
        profiler::formatBytes(static_cast<std::int64_t>(onDisk * bytes)),
        profiler::formatRoughly(1e9 * bytes / bytesPerSecond), freeText());
}

/// What was made before stays where a later one fails.
profiler::Result<void> makeOne(
    const MakeOptions& options, const std::string& torch, const profiler::StopRequest& stop)
{
    const profiler::EnvironmentWish wish {.torch = torch,
        .python = options.python,
        .packages = options.packages,
        .index = options.index};
    const auto name = profiler::nameOf(wish);
    auto making = profiler::EnvironmentMaking::begin(wish, madeEnvironments());
    if (!making)
        return tl::unexpected(making.error());
    printError(name + ": asking what is to be fetched …\n");
    const auto cost = making->cost();
    if (!cost)
        return tl::unexpected(cost.error());
    printError(costText(name, *cost));
    if (options.costAlone)
        return {};
    return making->install([&stop] { return stop.requested(); })
        .and_then(
            [&](const profiler::Interpreter& interpreter) { return keep(name, interpreter); });
}

ExitCode make(const MakeOptions& options)
{
    auto resolved = options;
    auto python = resolvePython(options.python);
    if (!python)
        return refuse(python.error());
    resolved.python = *python;
    profiler::StopRequest stop;
    const StopSignals signals(stop);
    for (const auto& torch : options.versions)
        if (const auto made = makeOne(resolved, torch, stop); !made)
            return refuse(made.error().kind == profiler::ErrorKind::Interrupted
                    ? ExitCode::Interrupted
                    : ExitCode::CommandFailed,
                made.error().message);
    return ExitCode::Done;
}

ExitCode removeEnvironment(const EnvOptions& options)
{
    auto environments = loadEnvironments(environmentsPath());
    if (!environments)
        return refuse(environments.error());
    const auto found
        = std::find_if(environments->begin(), environments->end(), environmentNamed(options.name));
    if (found == environments->end())
        return refuse(ExitCode::CommandFailed,
            "there is no environment \"" + options.name + "\"; `fusescope env list` shows them");
    // What was made here is nobody else's; what was added is its owner's.
    const auto made = madeEnvironments() / options.name;
    std::error_code ignored;
    if (std::filesystem::path(found->python).parent_path().parent_path() == made)
        std::filesystem::remove_all(made, ignored);
    environments->erase(found);
    const auto stored = storeEnvironments(environmentsPath(), *environments);
    return stored ? ExitCode::Done : refuse(stored.error());
}

} // namespace

void addEnvCommand(app::Command& program, Call& call)
{
    auto command = program.addCommand("env", "Python environments and their agents");
    command.requireCommand();
    auto [listing, listed] = addCommand<EnvOptions>(
        command, call, "list", "The environments known by name", listEnvironments);
    addJson(listing, listed.json);
    auto [adding, added] = addCommand<EnvOptions>(
        command, call, "add", "Remember an interpreter under a name", addEnvironment);
    adding.add("name", added.name, "for --python and python: of a variant").required();
    adding.add("python", added.python, "its path").required();
    auto [making, made] = addCommand<MakeOptions>(
        command, call, "make", "Make environments with versions of torch, by uv or venv", make);
    making.add("versions", made.versions, "2.9, 2.10.0 or nightly; each becomes torch-VERSION")
        .required()
        .placeholder("VERSION…");
    making.add("--python", made.python, "the interpreter to make them of");
    making.addRepeated(
        "--with", made.packages, "a package beside torch, such as torchvision; repeat");
    making.add("--index", made.index, "an index of packages in place of pip's own");
    making.addFlag("--cost", made.costAlone, "only say what is to be fetched");
    auto [removing, removed] = addCommand<EnvOptions>(command, call, "remove",
        "Forget one, and take it away where `env make` made it", removeEnvironment);
    removing.add("name", removed.name, "as `env list` shows it").required();
}

} // namespace cli
