// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/model/interval.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// How long a step of making a program took: the median of the cold processes that took it.
struct ProgramStep {
    std::string name; ///< export, trace, compile, convert, save
    double medianNs = 0;
};

/// A model as one program in one case: what it costs to have, and what a call of it takes.
struct ProgramFacts {
    int variant = 0;
    int caseIndex = 0;
    std::optional<double> packageBytes;
    std::vector<ProgramStep> steps; ///< empty where no recorded process made it
    std::optional<double> loadNs; ///< median over cold processes with the package there, else all
    std::optional<double> firstCallNs; ///< likewise
    std::optional<double> callNs; ///< median over repetitions of their medians
    /// Of a native one: what the same program takes longer when it is called from Python, over
    /// repetitions in which both ran.
    std::optional<Interval> pythonNs;
    std::optional<int> calledFromPython; ///< that variant
};

/// Is it a step of making a program? Its name stands behind the prefix.
inline constexpr std::string_view programStepPrefix = "package_";

/// All steps; nothing where no recorded process made the program.
[[nodiscard]] std::optional<double> madeNs(const ProgramFacts& facts);

[[nodiscard]] std::vector<ProgramFacts> programFacts(const JudgeInput& input);

} // namespace profiler
