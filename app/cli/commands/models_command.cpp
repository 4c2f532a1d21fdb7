// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/environments.h"
#include "profiler/record/machine/model_list.h"
#include "profiler/report/text/text_table.h"

#include <nlohmann/json.hpp>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::ModelCallable;

struct ModelsOptions {
    std::string file;
    std::string python;
    bool json = false;
};

Json parameterJson(const profiler::ModelParameter& parameter)
{
    Json row {{"name", parameter.name}, {"required", parameter.required}};
    putText(row, "type", parameter.type, "no annotation and no default that tells it");
    row["default"]
        = parameter.literal ? Json::parse(parameter.defaultText, nullptr, false) : Json();
    if (row["default"].is_null())
        row["default_reason"] = parameter.required ? "it has none"
            : parameter.literal                    ? "its default is None"
                                                   : parameter.defaultText;
    return row;
}

Json callablesJson(const std::vector<ModelCallable>& callables)
{
    Json rows = Json::array();
    for (const auto& callable : callables) {
        Json parameters = Json::array();
        for (const auto& parameter : callable.parameters)
            parameters.push_back(parameterJson(parameter));
        rows.push_back({{"name", callable.name}, {"summary", callable.summary},
            {"parameters", std::move(parameters)}, {"is_module", callable.isModule}});
    }
    return rows;
}

/// "vit(depth, width=224)"
std::string signature(const ModelCallable& callable)
{
    std::string text = callable.name + "(";
    for (const auto& parameter : callable.parameters)
        text += (text.back() == '(' ? "" : ", ") + parameter.name
            + (parameter.required ? "" : "=" + parameter.defaultText);
    return text + ")";
}

std::string callablesText(const std::string& prefix, const std::vector<ModelCallable>& callables)
{
    std::string text;
    for (const auto& callable : callables)
        text += profiler::printable(prefix + signature(callable)) + "\n"
            + (callable.summary.empty() ? ""
                                        : "    " + profiler::printable(callable.summary) + "\n");
    return text;
}

std::string namesText(const std::string& prefix, const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
        text += prefix + name + "\n";
    return text;
}

ExitCode listFile(const profiler::Interpreter& interpreter, const ModelsOptions& options)
{
    const auto callables = profiler::callablesOf(interpreter, options.file);
    if (!callables)
        return refuse(callables.error());
    if (options.json)
        printDocument({{"schema", 1}, {"callables", callablesJson(*callables)}});
    else
        print(callablesText(options.file + ":", *callables));
    return ExitCode::Done;
}

ExitCode listAll(const profiler::Interpreter& interpreter, const ModelsOptions& options)
{
    const auto installation = profiler::findInstallation();
    if (!installation)
        return refuse(installation.error());
    const auto builtin = profiler::builtinModels(interpreter, *installation);
    if (!builtin)
        return refuse(builtin.error());
    const auto libraries = profiler::libraryModels(interpreter);
    if (!libraries)
        return refuse(libraries.error());
    if (options.json)
        printDocument({{"schema", 1}, {"builtin", callablesJson(*builtin)},
            {"torchvision", libraries->torchvision}, {"transformers", libraries->transformers}});
    else
        print(callablesText("builtin:", *builtin)
            + namesText("torchvision:", libraries->torchvision)
            + namesText("transformers:", libraries->transformers));
    return ExitCode::Done;
}

ExitCode models(const ModelsOptions& options)
{
    const auto python = resolvePython(options.python);
    if (!python)
        return refuse(python.error());
    const auto interpreter = profiler::probeInterpreter(*python);
    if (!interpreter)
        return refuse(interpreter.error());
    return options.file.empty() ? listAll(*interpreter, options) : listFile(*interpreter, options);
}

} // namespace

void addModelsCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<ModelsOptions>(program, call, "models",
        "What --model can name: built-in models, libraries, or the callables of a file", models);
    command.add("file", options.file, "a Python file; it is read, not run").placeholder("FILE.py");
    command.add("--python", options.python, "interpreter, or a name of `fusescope env`");
    addJson(command, options.json);
}

} // namespace cli
