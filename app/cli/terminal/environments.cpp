// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/environments.h"

#include "app/cli/terminal/kept_rows.h"
#include "profiler/model/files/user_folder.h"

#include <utility>

namespace cli {

using Json = nlohmann::ordered_json;
using profiler::Result;

std::filesystem::path environmentsPath()
{
    return profiler::userFolder("XDG_CONFIG_HOME", ".config") / "fusescope" / "environments.json";
}

Result<std::vector<Environment>> loadEnvironments(const std::filesystem::path& file)
{
    const auto rows = loadRows(file, "environments", "environments");
    if (!rows)
        return tl::unexpected(rows.error());
    std::vector<Environment> environments;
    for (const auto& row : *rows)
        environments.push_back({.name = textIn(row, "name"),
            .python = textIn(row, "python"),
            .pythonVersion = textIn(row, "python_version"),
            .torchVersion = textIn(row, "torch"),
            .cudaVersion = textIn(row, "cuda")});
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
    return storeRows(file, "environments", std::move(rows));
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
