// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/environments.h"

#include "app/cli/terminal/files.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

std::string variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets them
    return value == nullptr ? "" : value;
}

std::string text(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : "";
}

} // namespace

std::filesystem::path environmentsPath()
{
    const auto configured = variable("XDG_CONFIG_HOME");
    const auto base = configured.starts_with('/')
        ? std::filesystem::path(configured)
        : std::filesystem::path(variable("HOME")) / ".config";
    return base / "fusescope" / "environments.json";
}

Result<std::vector<Environment>> loadEnvironments(const std::filesystem::path& file)
{
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        return std::vector<Environment> {};
    const auto content = readFile(file);
    if (!content)
        return tl::unexpected(content.error());
    const auto json = Json::parse(*content, nullptr, false);
    if (!json.is_object() || !json.value("environments", Json()).is_array())
        return failure(ErrorKind::BadData,
            file.string() + " is no list of environments; remove it and add them again");
    std::vector<Environment> environments;
    for (const auto& row : json["environments"])
        environments.push_back({.name = text(row, "name"),
            .python = text(row, "python"),
            .pythonVersion = text(row, "python_version"),
            .torchVersion = text(row, "torch"),
            .cudaVersion = text(row, "cuda")});
    return environments;
}

Result<void> storeEnvironments(
    const std::filesystem::path& file, const std::vector<Environment>& environments)
{
    Json rows = Json::array();
    for (const auto& environment : environments)
        rows.push_back({{"name", environment.name}, {"python", environment.python},
            {"python_version", environment.pythonVersion}, {"torch", environment.torchVersion},
            {"cuda", environment.cudaVersion}});
    const Json document {{"schema", 1}, {"environments", std::move(rows)}};
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    return writeFile(file, document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<std::string> resolvePython(const std::string& word)
{
    if (word.empty())
        return word;
    if (word.find('/') != std::string::npos)
        return std::filesystem::absolute(word).lexically_normal().string();
    const auto environments = loadEnvironments(environmentsPath());
    if (!environments)
        return tl::unexpected(environments.error());
    for (const auto& environment : *environments)
        if (environment.name == word)
            return environment.python;
    return word; // a program on PATH, such as python3.12
}

} // namespace cli
