// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/git_state.h"

#include "profiler/record/machine/short_child.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace profiler {
namespace {

constexpr auto limit = std::chrono::seconds(3); // a huge repository is not worth a wait

std::optional<std::string> git(const std::filesystem::path& folder, std::vector<std::string> words)
{
    std::vector<std::string> command {"git", "--no-optional-locks", "-C", folder.string(), "-c",
        "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"};
    command.insert(command.end(), words.begin(), words.end());
    const auto ended = runShortChild(command, limit);
    return ended && ended->exitCode == 0 ? std::optional(ended->standardOutput) : std::nullopt;
}

bool isCommit(const std::string& text)
{
    return (text.size() == 40 || text.size() == 64) // SHA-1 or SHA-256
        && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

std::optional<std::filesystem::path> sourceFolder(const Workload& workload)
{
    const auto file = workload.spec.substr(0, workload.spec.rfind(':'));
    if (file == workload.spec || !file.ends_with(".py"))
        return std::nullopt;
    return (std::filesystem::path(workload.workingDirectory) / file).parent_path();
}

EnvironmentFields gitState(const std::filesystem::path& folder)
{
    auto commit = git(folder, {"rev-parse", "--verify", "HEAD"});
    if (!commit)
        return {};
    commit->erase(commit->find_last_not_of('\n') + 1);
    if (!isCommit(*commit))
        return {};
    EnvironmentFields fields {{"git_commit", *commit}};
    if (const auto changed
        = git(folder, {"status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all"}))
        fields["git_dirty"] = std::to_string(std::ranges::count(*changed, '\n'));
    return fields;
}

} // namespace profiler
