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

/// SARIF 2.1.0: every graph break and recompile at its line; those that are new are errors.
[[nodiscard]] std::string checkSarif(const GateResult& result, const std::string& toolVersion);

/// For a pull request. `picture` is the path of the chart's file as seen from the document; empty:
/// there is none.
[[nodiscard]] std::string checkMarkdown(const GateResult& result, const std::string& picture);

/// How much faster each call is now, with its interval and the margin; empty where no time was
/// compared.
[[nodiscard]] Picture checkChart(const GateResult& result);

} // namespace profiler
