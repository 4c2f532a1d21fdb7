// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/git_state.h"

#include "profiler/model/text/fnv_hash.h"
#include "profiler/record/machine/short_child.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace profiler {
namespace {

constexpr auto limit = std::chrono::seconds(3); // a huge repository is not worth a wait

/// Without its last line's end.
Result<std::string> outputOf(const std::vector<std::string>& command, const char* whyNot)
{
    auto ended = runShortChild(command, limit);
    if (!ended)
        return tl::unexpected(ended.error());
    if (ended->exitCode != 0)
        return failure(ErrorKind::NotFound, whyNot);
    auto& text = ended->standardOutput;
    text.erase(text.find_last_not_of('\n') + 1);
    return std::move(text);
}

Result<std::string> git(const std::filesystem::path& folder, const std::vector<std::string>& words)
{
    std::vector<std::string> command {"git", "--no-pager", "--no-optional-locks", "-C",
        folder.string(), "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"};
    command.insert(command.end(), words.begin(), words.end());
    return outputOf(command, "no git repository with a commit holds the folder");
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
    const auto commit = git(folder, {"rev-parse", "--verify", "HEAD"});
    if (!commit)
        return {{"git_reason", commit.error().message}};
    if (!isCommit(*commit))
        return {{"git_reason", "git names no commit"}};
    EnvironmentFields fields {{"git_commit", *commit}};
    if (const auto branch = git(folder, {"symbolic-ref", "--short", "--quiet", "HEAD"}))
        fields["git_branch"] = *branch;
    const auto changed
        = git(folder, {"status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all"});
    if (!changed)
        return fields;
    const auto count = std::ranges::count(*changed, '\n') + (changed->empty() ? 0 : 1);
    fields["git_dirty"] = std::to_string(count);
    if (count == 0)
        return fields;
    if (const auto diff = git(folder,
            {"diff", "HEAD", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index",
                "--ignore-submodules=all"}))
        fields["git_diff_hash"] = fmt::format("{:016x}", fnvHash(*diff));
    return fields;
}

EnvironmentFields codeState(const Workload& workload)
{
    const std::filesystem::path place
        = workload.workingDirectory.empty() ? "." : workload.workingDirectory;
    const auto folder = sourceFolder(workload);
    if (!folder)
        return gitState(place);
    auto fields = gitState(*folder);
    const auto root = git(place, {"rev-parse", "--show-toplevel"});
    if (!root || root == git(*folder, {"rev-parse", "--show-toplevel"}))
        return fields;
    for (const auto& [field, value] : gitState(place))
        fields["workdir_" + field] = value;
    return fields;
}

EnvironmentFields compilerState()
{
    const char* chosen = std::getenv("CXX"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::string compiler = chosen == nullptr ? "" : chosen;
    compiler = compiler.substr(0, compiler.find(' ')); // "ccache g++" names another program
    const auto told = outputOf(
        {compiler.empty() ? "g++" : compiler, "--version"}, "the compiler says no version");
    if (!told)
        return {};
    constexpr std::size_t longest = 200;
    return {{"compiler", told->substr(0, std::min(told->find('\n'), longest))}};
}

} // namespace profiler
