// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/git_worktree.h"

#include "profiler/model/quantity.h"
#include "profiler/record/machine/git_program.h"
#include "profiler/record/machine/git_state.h"
#include "profiler/record/machine/temporary_folder.h"

#include <chrono>
#include <fmt/format.h>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto shortLimit = 10s;
constexpr auto checkOutLimit = 10min; // of a huge repository on a slow disk
constexpr auto treeName = "tree";

/// The last line that git said, as a clause.
std::string lastLineOfGit(const std::string& text)
{
    auto end = text.find_last_not_of(" \n\r");
    if (end == std::string::npos)
        return "git said nothing";
    const auto begin = text.find_last_of('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1,
        end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

/// Also of a folder that is gone.
void removeTree(const fs::path& repository, const fs::path& tree)
{
    static_cast<void>(runGit(
        repository, {"worktree", "remove", "--force", "--force", tree.string()}, shortLimit));
}

/// Git still lists the trees of programs that were killed, whose folders are gone by now. Those of
/// others stay listed, for what cannot be seen from here may be there elsewhere.
void forgetLeftTrees(const fs::path& repository)
{
    constexpr std::string_view key = "worktree ";
    std::error_code ignored;
    std::istringstream lines(
        gitAnswer(repository, {"worktree", "list", "--porcelain"}, {}, shortLimit)
            .value_or(std::string()));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(key))
            continue;
        const fs::path tree = line.substr(key.size());
        if (tree.filename() == treeName && isTemporaryFolder(tree.parent_path())
            && !fs::exists(tree, ignored))
            removeTree(repository, tree);
    }
}

} // namespace

Result<GitWorktree> GitWorktree::checkOut(const fs::path& folder, const std::string& revision)
{
    if (revision.empty() || revision.front() == '-')
        return failure(ErrorKind::BadInput,
            "git:" + revision + " names no revision; write git:main, git:HEAD~1 or git:COMMIT");
    const auto top = gitAnswer(folder, {"rev-parse", "--show-toplevel"},
        folder.string() + " is in no git repository, so that git:" + revision
            + " cannot be found; run the check where the plan's code is under git",
        shortLimit);
    if (!top)
        return tl::unexpected(top.error());
    const auto commit
        = gitAnswer(folder, {"rev-parse", "--verify", "--quiet", revision + "^{commit}"},
            fmt::format(
                "git knows no revision {} in {}; give a branch, tag or commit that is there, or "
                "fetch it first",
                revision, *top),
            shortLimit);
    if (!commit)
        return tl::unexpected(commit.error());
    auto root = makeTemporaryFolder();
    if (!root)
        return tl::unexpected(root.error());
    forgetLeftTrees(*top);
    GitWorktree tree(*top, *commit, *std::move(root));
    const auto added = runGit(*top,
        {"worktree", "add", "--quiet", "--detach", (tree.m_root.path() / treeName).string(),
            *commit},
        checkOutLimit);
    if (!added)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} could not be checked out: {}", revision, added.error().message));
    if (added->exitCode != 0)
        return failure(ErrorKind::Unavailable,
            fmt::format(
                "{} could not be checked out: {}", revision, lastLineOfGit(added->standardError)));
    return tree;
}

GitWorktree::GitWorktree(fs::path repository, std::string commit, ScratchFolder root)
    : m_repository(std::move(repository))
    , m_commit(std::move(commit))
    , m_root(std::move(root))
{
}

/// The folder goes even where git does not answer; then the next one makes git forget it.
GitWorktree::~GitWorktree()
{
    if (m_root.path().empty()) // handed on
        return;
    removeTree(m_repository, m_root.path() / treeName);
    m_root.removeNow();
}

fs::path GitWorktree::inTree(const fs::path& path) const
{
    std::error_code ignored;
    const auto whole = fs::weakly_canonical(path, ignored); // as git tells its folder
    const auto relative = whole.lexically_relative(m_repository);
    if (relative.empty() || *relative.begin() == "..")
        return path;
    return (m_root.path() / treeName / relative).lexically_normal();
}

fs::path repositoryOf(const fs::path& folder)
{
    return gitAnswer(folder, {"rev-parse", "--show-toplevel"}, {}, shortLimit)
        .value_or(std::string());
}

int changedFiles(const fs::path& folder)
{
    const auto state = gitState(folder);
    const auto dirty = state.find("git_dirty");
    if (dirty == state.end())
        return 0;
    return static_cast<int>(wholeNumber(dirty->second).value_or(0));
}

} // namespace profiler
