// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/reason.h"

#include <vector>

namespace profiler {

struct ComparisonData;
struct ProcessRecord;
enum class TracePass;
struct TraceSummary;

/// A trace that was ended, with the process that it is of.
struct EndedTrace {
    const ProcessRecord* process = nullptr;
    const TraceSummary* trace = nullptr;
    TraceIndex index; ///< of its rows
};

/// Those of a variant, a case and a pass in the order recorded: a rerun's come after an earlier
/// one's, so that the last one speaks.
/// Whether traces of that process are shown.
[[nodiscard]] bool isTraced(const ProcessRecord& process);

[[nodiscard]] std::vector<EndedTrace> endedTraces(
    const ComparisonData& data, int variant, int caseIndex, TracePass pass);

/// The one that tells what was done in a call; its `trace` is null where no call was traced.
[[nodiscard]] EndedTrace tracedCallsOf(const ComparisonData& data, int variant, int caseIndex);

/// Why that is null, or what became of the trace.
[[nodiscard]] Reason whyNotTraced(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
