// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <map>
#include <string>

namespace profiler {

struct CaseResult;
struct ComparisonData;

/// What it costs in one untraced call that compiled kernels copy into the memory layout that a
/// library call wants, at every call anew. The ledger's rows of that kind come to the same.
struct CopiedLayouts {
    double weightNs = 0; ///< parameters and buffers, which are the same at every call
    double inputNs = 0;
    int kernels = 0; ///< names of kernels that do it
    bool sharedByBytes = false; ///< some of them compute, too: an estimate
    std::map<std::string, double> shares; ///< of each kernel's time, 0 to 1, by its name in traces
};

/// From the generated code and the time of each kernel; reads no rows of a trace. Missing: no call
/// of the variant was traced, its generated code is not in the file, or its time cannot be split.
[[nodiscard]] Measured<CopiedLayouts> copiedLayouts(
    const ComparisonData& data, const CaseResult& inCase, int variant);

} // namespace profiler
