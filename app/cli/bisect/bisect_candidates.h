// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/bisect/bisect_options.h"
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/result.h"
#include "profiler/model/variant.h"
#include "profiler/record/machine/git_worktree.h"

#include <memory>
#include <string>
#include <vector>

namespace cli {

/// What a variant can run in: an environment, or a revision of its code.
struct Candidate {
    std::string name;
    std::string says; ///< torch's version or the commit's subject
    std::string python; ///< of an environment
    std::string commit; ///< of a revision
};

/// Oldest first, two at least: environments that `env list` has, by the versions of their torch or
/// as they are named; or a range of commits, along the first parents.
[[nodiscard]] profiler::Result<std::vector<Candidate>> candidatesFor(
    const BisectOptions& options, const profiler::Plan& plan);

/// Variants of one plan, each in a candidate; holds the trees of revisions.
class CandidateTrees {
public:
    explicit CandidateTrees(profiler::Plan plan)
        : m_plan(std::move(plan))
    {
    }

    /// The variant as it runs in that candidate, named after it.
    [[nodiscard]] profiler::Result<profiler::Variant> variantIn(
        const profiler::Variant& variant, const Candidate& candidate);

    /// The plan whose files are named so that every tree has them.
    [[nodiscard]] const profiler::Plan& plan() const { return m_plan; }

private:
    profiler::Plan m_plan;
    std::vector<std::unique_ptr<profiler::GitWorktree>> m_trees;
    std::vector<std::string> m_commits; ///< of the trees
};

} // namespace cli
