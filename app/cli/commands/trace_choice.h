// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/result.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonData;
} // namespace profiler

namespace cli {

/// Which traces of operators and kernels are meant; empty ones mean all.
struct TraceChoice {
    std::string variant;
    std::string caseName;
    std::optional<int> process; ///< its index, as `show environment` tells it
};

/// In the order recorded. Errors: NotFound: the comparison has none; BadInput: none is so, with
/// those that there are.
[[nodiscard]] profiler::Result<std::vector<profiler::TraceIndex>> chooseTraces(
    const profiler::ComparisonData& data, const TraceChoice& choice);

/// The same where one is needed: of several of one variant and case the last one speaks. BadInput
/// as well where several variants or cases are meant.
[[nodiscard]] profiler::Result<profiler::TraceIndex> chooseTrace(
    const profiler::ComparisonData& data, const TraceChoice& choice);

} // namespace cli
