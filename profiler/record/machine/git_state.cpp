// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/git_state.h"

#include "profiler/model/plan.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/text/fnv_hash.h"
#include "profiler/record/machine/git_program.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace profiler {
namespace {

constexpr auto limit = std::chrono::seconds(3); // a huge repository is not worth a wait

Result<std::string> git(const std::filesystem::path& folder, const std::vector<std::string>& words)
{
    return gitAnswer(folder, words, "no git repository with a commit holds the folder", limit);
}

bool isCommit(const std::string& text)
{
    return (text.size() == 40 || text.size() == 64) // SHA-1 or SHA-256
        && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

std::optional<std::filesystem::path> sourceFolder(const Workload& workload)
{
    const auto& spec = workload.spec;
    const auto file = spec.starts_with(scriptScheme) ? spec.substr(scriptScheme.size())
                                                     : spec.substr(0, spec.rfind(':'));
    if (file == spec || !file.ends_with(".py"))
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
    const auto said = runShortChild({compiler.empty() ? "g++" : compiler, "--version"}, limit);
    if (!said || said->exitCode != 0)
        return {};
    const auto& text = said->standardOutput;
    constexpr std::size_t longest = 200;
    return {{"compiler", text.substr(0, std::min(text.find('\n'), longest))}};
}

} // namespace profiler
