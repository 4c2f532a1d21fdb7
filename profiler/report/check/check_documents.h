// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/gate/gate.h"
#include "profiler/report/charts/svg.h"

#include <string>

/// What `fusescope check` found, in each form in which somebody reads it.
namespace profiler {

/// One screen for a terminal of `columns`.
[[nodiscard]] std::string checkText(const GateResult& result, int columns);

[[nodiscard]] std::string checkJson(const GateResult& result);

/// JUnit XML, a test case for each check: what is undecided is skipped.
[[nodiscard]] std::string checkJUnit(const GateResult& result);

/// The same where nothing could be compared: a test case that is in error.
[[nodiscard]] std::string refusedJUnit(
    const std::string& plan, const std::string& why, UtcTime started);

/// SARIF 2.1.0: every graph break and recompile at its line; those that are new are errors.
[[nodiscard]] std::string checkSarif(const GateResult& result, const std::string& toolVersion);

/// For a comment on a pull request: it needs no other file, for where comments are shown none is
/// beside them.
[[nodiscard]] std::string checkMarkdown(const GateResult& result);

/// The same where nothing could be compared.
[[nodiscard]] std::string refusedMarkdown(const std::string& why);

/// The chart in letters, for text of one width: an interval for each call that was timed on both
/// sides, the margin and what is as fast as before; empty where no time was compared.
[[nodiscard]] std::string checkBars(const GateResult& result);

/// How much faster each call is now, with its interval and the margin; empty where no time was
/// compared.
[[nodiscard]] Picture checkChart(const GateResult& result);

} // namespace profiler
