// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

/// What to change because of a finding.
namespace profiler {

struct ComparisonResult;
struct Finding;
struct Plan;

/// What to do next, in one clause; empty where nothing is to be done.
[[nodiscard]] std::string findingAdvice(const Finding& finding);

/// The same behind what became of it where it was tried.
[[nodiscard]] std::string findingRemedy(const Finding& finding);

/// What the remedy is predicted to win of a call, where that is most; nullopt: not known.
[[nodiscard]] std::optional<double> predictedNs(const Finding& finding);

/// "Tried, confirmed: won 6.4 ms of a call (predicted 6.6 ms)"; empty: nobody tried.
[[nodiscard]] std::string proofText(const Finding& finding);

/// The same with the case whose calls won it, of a plan with several.
[[nodiscard]] std::string proofText(const Finding& finding, const Plan& plan);

/// The code or option that does it, to be copied; empty: the clause says all.
[[nodiscard]] std::string remedyCode(const ComparisonResult& result, const Finding& finding);

} // namespace profiler
