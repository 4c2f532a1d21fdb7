// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/model_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace profiler {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

ModelParameter parameterFrom(const json& row)
{
    return {.name = row.value("name", ""),
        .type = row.value("type", ""),
        .defaultText = row.value("default", ""),
        .literal = row.value("literal", false),
        .required = row.value("required", false)};
}

ModelCallable callableFrom(const json& row)
{
    ModelCallable callable {.name = row.value("name", ""),
        .summary = row.value("summary", ""),
        .isModule = row.value("is_module", false)};
    for (const auto& parameter : row.value("parameters", json::array()))
        callable.parameters.push_back(parameterFrom(parameter));
    return callable;
}

/// The answer about one file, or why it cannot be read.
Result<json> lookAt(const Interpreter& interpreter, const fs::path& file)
{
    const json request {{"ask", "callables"}, {"path", file.string()}};
    const auto text = askInterpreter(interpreter.path, request.dump());
    if (!text)
        return tl::unexpected(text.error());
    auto answer = json::parse(*text);
    if (answer.contains("error"))
        return failure(ErrorKind::BadInput,
            fmt::format("{} cannot be read as Python {}: {}", file.string(),
                interpreter.pythonVersion, answer.value("error", "")));
    return answer;
}

std::vector<fs::path> modelFiles(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == ".py" && entry.path().filename().string().front() != '_')
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

Result<std::vector<ModelCallable>> callablesOf(const Interpreter& interpreter, const fs::path& file)
{
    const auto answer = lookAt(interpreter, file);
    if (!answer)
        return tl::unexpected(answer.error());
    std::vector<ModelCallable> callables;
    for (const auto& row : answer->value("callables", json::array()))
        callables.push_back(callableFrom(row));
    return callables;
}

Result<std::vector<ModelCallable>> builtinModels(
    const Interpreter& interpreter, const Installation& installation)
{
    std::vector<ModelCallable> models;
    for (const auto& file : modelFiles(installation.models)) {
        const auto answer = lookAt(interpreter, file);
        if (!answer)
            return tl::unexpected(answer.error());
        ModelCallable model {.name = file.stem().string(), .summary = answer->value("summary", "")};
        std::replace(model.name.begin(), model.name.end(), '_', '-');
        for (const auto& row : answer->value("callables", json::array()))
            if (row.value("name", "") == "make")
                model.parameters = callableFrom(row).parameters;
        models.push_back(std::move(model));
    }
    return models;
}

Result<LibraryModels> libraryModels(const Interpreter& interpreter)
{
    const auto text = askInterpreter(interpreter.path, R"({"ask": "libraries"})");
    if (!text)
        return tl::unexpected(text.error());
    const auto answer = json::parse(*text);
    return LibraryModels {.torchvision = answer.value("torchvision", std::vector<std::string> {}),
        .transformers = answer.value("transformers", std::vector<std::string> {})};
}

} // namespace profiler
