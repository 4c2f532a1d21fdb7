// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remote/remotes.h"

#include "app/cli/terminal/environments.h"
#include "app/cli/terminal/kept_rows.h"
#include "profiler/record/remote/ssh_target.h"

#include <utility>

namespace cli {

using Json = nlohmann::ordered_json;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

std::filesystem::path remotesPath()
{
    return environmentsPath().parent_path() / "remotes.json";
}

Result<std::vector<Remote>> loadRemotes(const std::filesystem::path& file)
{
    const auto rows = loadRows(file, "remotes", "other machines");
    if (!rows)
        return tl::unexpected(rows.error());
    std::vector<Remote> remotes;
    for (const auto& row : *rows)
        if (row.is_object())
            remotes.push_back({.name = textIn(row, "name"),
                .address = textIn(row, "address"),
                .python = textIn(row, "python")});
    return remotes;
}

Result<void> storeRemotes(const std::filesystem::path& file, const std::vector<Remote>& remotes)
{
    Json rows = Json::array();
    for (const auto& remote : remotes)
        rows.push_back(
            {{"name", remote.name}, {"address", remote.address}, {"python", remote.python}});
    return storeRows(file, "remotes", std::move(rows));
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
