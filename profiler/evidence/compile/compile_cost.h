// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/variant_result.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;
struct ProcessRecord;

/// What one cold process paid for one case.
struct ColdCost {
    const ProcessRecord* process = nullptr;
    double compileNs = 0; ///< calls that compiled, less as many steady calls
    double extraNs = 0; ///< warm-up and later recompiles, each call less a steady one
    double startUpNs = 0; ///< the throw-away compile; 0 where the process made none
    std::optional<double> cpuNs; ///< of the calls that compiled, self and children
    std::optional<double> startUpCpuNs;
    bool compiled = false;
};

/// The finished cold processes of that kind which ran calls of the case.
[[nodiscard]] std::vector<ColdCost> coldCosts(
    const ComparisonData& data, int variant, int caseIndex, ProcessKind kind);

/// Both of one cache state.
struct CompileCosts {
    Measured<CompileCost> compile = missing(ReasonKind::NotRecorded);
    Measured<CompileCost> startUp = missing(ReasonKind::NotRecorded);
};

[[nodiscard]] CompileCosts compileCosts(
    const ComparisonData& data, int variant, int caseIndex, ProcessKind kind);

/// What a first start pays: start-up and compile, their medians (and their ends) added, so that
/// the parts add up. The compile alone where the process made no start-up compile.
[[nodiscard]] Measured<CompileCost> totalCost(
    const Measured<CompileCost>& compile, const Measured<CompileCost>& startUp);

/// Median, smallest and largest; nothing where there are none.
[[nodiscard]] std::optional<CompileCost> compileCostOf(const std::vector<double>& ns);

} // namespace profiler
