// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

/// How often one observed call came to the places at which its process left a graph.
namespace profiler {

struct GraphBreakFact;
struct ProcessRecord;
struct ProofFact;

/// File, line, id of torch's registry; without a place the reason tells records apart.
using BreakPlaceKey = std::tuple<std::string, int, std::string>;

[[nodiscard]] BreakPlaceKey breakPlaceKey(const GraphBreakFact& fact);

/// A function that goes on behind a break is named after the one that the user wrote.
[[nodiscard]] std::string_view writtenName(std::string_view function);

/// Of one place: nullopt where the regions that ran do not tell, as in a function that torch gave
/// up, whose loop runs in Python.
using BreakPasses = std::map<BreakPlaceKey, std::optional<double>>;

/// Places that no region of the call leads to are passed 0 times.
///
/// A line of a helper that is traced as part of its caller breaks the caller's graph at the call;
/// then the helper is compiled by itself and breaks at the line. Both log the line, but only the
/// region that holds it comes to it: that one's runs are the passes.
[[nodiscard]] BreakPasses breakPasses(const ProcessRecord& process, const ProofFact& proof);

/// The compiles whose own code holds the line of a break that they logged. Others only lead to it.
[[nodiscard]] std::map<std::string, std::set<BreakPlaceKey>> heldBreaks(
    const ProcessRecord& process);

} // namespace profiler
