// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remote/remotes.h"

#include "app/cli/terminal/environments.h"
#include "app/cli/terminal/files.h"
#include "profiler/record/remote/ssh_target.h"

#include <nlohmann/json.hpp>
#include <system_error>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

std::string text(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : "";
}

} // namespace

std::filesystem::path remotesPath()
{
    return environmentsPath().parent_path() / "remotes.json";
}

Result<std::vector<Remote>> loadRemotes(const std::filesystem::path& file)
{
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        return std::vector<Remote> {};
    const auto content = readFile(file);
    if (!content)
        return tl::unexpected(content.error());
    const auto json = Json::parse(*content, nullptr, false);
    if (!json.is_object() || !json.value("remotes", Json()).is_array())
        return failure(ErrorKind::BadData,
            file.string() + " is no list of other machines; remove it and add them again");
    std::vector<Remote> remotes;
    for (const auto& row : json["remotes"])
        if (row.is_object())
            remotes.push_back({.name = text(row, "name"),
                .address = text(row, "address"),
                .python = text(row, "python")});
    return remotes;
}

Result<void> storeRemotes(const std::filesystem::path& file, const std::vector<Remote>& remotes)
{
    Json rows = Json::array();
    for (const auto& remote : remotes)
        rows.push_back(
            {{"name", remote.name}, {"address", remote.address}, {"python", remote.python}});
    const Json document {{"schema", 1}, {"remotes", std::move(rows)}};
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    return writeFile(file, document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<Remote> resolveRemote(const std::string& word)
{
    if (word.starts_with(profiler::remote::sshScheme))
        return Remote {.name = {}, .address = word, .python = {}};
    const auto remotes = loadRemotes(remotesPath());
    if (!remotes)
        return tl::unexpected(remotes.error());
    for (const auto& remote : *remotes)
        if (remote.name == word)
            return remote;
    return failure(ErrorKind::NotFound,
        "there is no machine \"" + word
            + "\": name it by its address, such as ssh://user@host, or add it with `fusescope "
              "remote add "
            + (word.empty() ? std::string("NAME") : word) + " ssh://user@host`");
}

} // namespace cli
