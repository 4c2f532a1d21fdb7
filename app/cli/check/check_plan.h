// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/check/check_options.h"
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/result.h"
#include "profiler/model/variant.h"
#include "profiler/record/machine/git_worktree.h"

#include <string>
#include <vector>

/// The plans that a check records.
namespace cli {

/// The plan of the file and the options; where it names no folder, that in which the file lies.
[[nodiscard]] profiler::Result<profiler::Plan> planToCheck(const CheckOptions& options);

/// The same in a few seconds of a shared runner: one lane of each variant for a few calls, a cold
/// process only where a limit needs it, and no times.
[[nodiscard]] profiler::Plan structurePlan(profiler::Plan plan, bool traced);

/// A variant beside the reference that it is compared with: variant 0 is the reference.
struct PairPlan {
    profiler::Plan plan;
    std::string variant; ///< name that it is shown by
};

/// A pair for each compiled variant, or for each where none compiles. `reference` changes a variant
/// into what it was, and `said` names that: "at main".
template <typename Reference>
[[nodiscard]] std::vector<PairPlan> pairPlans(
    const profiler::Plan& plan, const std::string& said, Reference reference)
{
    std::vector<PairPlan> pairs;
    for (const bool compiled : {true, false}) {
        for (const auto& variant : plan.variants) {
            if ((variant.kind == profiler::VariantKind::Compiled) != compiled)
                continue;
            PairPlan pair {.plan = plan, .variant = variant.name};
            auto before = reference(variant);
            before.name = variant.name + " " + said;
            pair.plan.name = variant.name + " against " + said;
            pair.plan.variants = {std::move(before), variant};
            pairs.push_back(std::move(pair));
        }
        if (!pairs.empty())
            break;
    }
    return pairs;
}

/// Repetitions until the interval decides about `maxRegression`, or the time is over.
[[nodiscard]] profiler::Plan timingPlan(
    profiler::Plan plan, double maxRegression, profiler::nanoseconds budget);

/// A file of code inside the repository is named by its place in the plan's folder, so that the
/// tree has it, too.
[[nodiscard]] profiler::Plan withRelativeSpec(
    profiler::Plan plan, const profiler::GitWorktree& tree);

/// The plan whose code lies in the tree: what the reference needs to run, to be asked beforehand.
[[nodiscard]] profiler::Plan planInTree(profiler::Plan plan, const profiler::GitWorktree& tree);

/// The variant with its code in the tree.
[[nodiscard]] profiler::Variant variantInTree(
    profiler::Variant variant, const profiler::Plan& plan, const profiler::GitWorktree& tree);

} // namespace cli
