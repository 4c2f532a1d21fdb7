// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace profiler {

struct ComparisonResult;
struct CostInCase;
struct Finding;

/// What a call of that case could win back, else of the case that could win most; nullopt: not
/// known, or not distinguishable from nothing. Of an estimate that is at most what it says.
[[nodiscard]] std::optional<CostInCase> recoverableIn(
    const Finding& finding, std::optional<int> caseIndex);

/// Does code run eager, or is it compiled again and again, so that all other times are of that?
[[nodiscard]] bool isNotCompiled(const Finding& finding);

/// First what makes a result useless; then code that runs eager or is compiled again and again;
/// then what a call can win back, the most first; then what was paid once; then other warnings,
/// losses of a call below the smallest effect that matters, what weakens the figures, and notices.
/// Of one case, or of each finding's dearest.
void orderFindings(
    const ComparisonResult& result, std::vector<Finding>& findings, std::optional<int> caseIndex);

/// Those that hold for the case, in that order.
[[nodiscard]] std::vector<Finding> findingsOfCase(const ComparisonResult& result, int caseIndex);

} // namespace profiler
