// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/scratch_folder.h"
#include "profiler/model/result.h"

#include <filesystem>
#include <string>

namespace profiler {

/// A revision of a repository in a temporary folder of its own, taken away with this object. Those
/// of programs that were killed are taken away by the next one. No hook of the repository runs.
class GitWorktree {
public:
    /// `folder` lies in the repository; `revision` is what git takes: main, HEAD~1, v1.2, a1b2c3d.
    [[nodiscard]] static Result<GitWorktree> checkOut(
        const std::filesystem::path& folder, const std::string& revision);

    GitWorktree(const GitWorktree&) = delete;
    GitWorktree& operator=(const GitWorktree&) = delete;
    GitWorktree(GitWorktree&&) noexcept = default;
    GitWorktree& operator=(GitWorktree&&) = delete;
    ~GitWorktree();

    /// Of the revision, in full.
    [[nodiscard]] const std::string& commit() const { return m_commit; }

    /// Where the tree has what the repository has at `path`; outside of it the path itself.
    [[nodiscard]] std::filesystem::path inTree(const std::filesystem::path& path) const;

private:
    GitWorktree(std::filesystem::path repository, std::string commit, ScratchFolder root);

    std::filesystem::path m_repository; ///< top of the checkout that is there already
    std::string m_commit;
    ScratchFolder m_root; ///< holds the tree
};

/// Top of the checkout that holds `folder`; empty where there is none.
[[nodiscard]] std::filesystem::path repositoryOf(const std::filesystem::path& folder);

/// Files that git knows and that differ from the last commit; 0 also where there is no git.
[[nodiscard]] int changedFiles(const std::filesystem::path& folder);

} // namespace profiler
