// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

/// Which remedies a recording can try, and the plan that does.
namespace profiler {

struct ComparisonResult;
struct Finding;
struct Plan;
struct Variant;

/// Null: the finding is of no variant of that plan.
[[nodiscard]] const Variant* variantOfFinding(const Plan& plan, const Finding& finding);

/// A plan that tries it: the baseline, the finding's variant and that one with the remedy. nullopt:
/// the finding is of no variant or of the baseline, or a plan cannot say its remedy.
[[nodiscard]] std::optional<Plan> planThatTries(const Plan& plan, const Finding& finding);

/// One plan for all of them, as far as a comparison holds so many variants. nullopt: none of them
/// can be tried.
[[nodiscard]] std::optional<Plan> planThatTries(
    const Plan& plan, const std::vector<Finding>& findings);

/// What nobody tried yet and a recording can: the first `count` in the order of the findings, which
/// begins with what a call can win back most. Each remedy of a variant once.
[[nodiscard]] std::vector<Finding> remediesToTry(const ComparisonResult& result, std::size_t count);

} // namespace profiler
