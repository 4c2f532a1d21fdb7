// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// What findings say and where it is seen.
namespace profiler {

struct ComparisonResult;
struct Finding;
enum class FindingPage;

[[nodiscard]] std::string findingSentence(const ComparisonResult& result, const Finding& finding);

/// The sentence without the variant's name at its beginning, for findings of several variants that
/// state the same; empty where it does not begin so.
[[nodiscard]] std::string findingPredicate(const ComparisonResult& result, const Finding& finding);

/// The values as the sentence shows them: findings of the same rule that show the same say the
/// same.
[[nodiscard]] std::vector<std::string> findingValues(const Finding& finding);

/// "model.py:12", "case b8", "all variants"; may be empty.
[[nodiscard]] std::string findingPlace(const ComparisonResult& result, const Finding& finding);

/// What people call the page that proves it: "Graph breaks".
[[nodiscard]] std::string findingPageName(FindingPage page);

} // namespace profiler
