// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/record/session/progress.h"
#include "profiler/record/session/record_request.h"
#include "profiler/record/session/stop_request.h"

#include <functional>
#include <string>

namespace profiler {

struct ComparisonData;
class RecordSink;
struct Session;

struct RecordOutcome {
    ComparisonId comparison;
    ComparisonStatus status = ComparisonStatus::Complete;
    int variantsFailed = 0;
    int casesFailed = 0; ///< of variants that ran others, counted once for each variant
    bool allFailed = false;
    bool ranEager = false; ///< some compiled variant ran eager in every case
    bool interrupted = false;
    std::string reason; ///< first failure or why it stopped
};

/// What is recorded in a session, and why it ended. An Error: no worker could start.
using SessionWork = std::function<Result<std::string>(Session&)>;

/// Runs `work` where a plan would be: the comparison begins before it and is closed after it.
[[nodiscard]] Result<RecordOutcome> recordWith(const RecordRequest& request, RecordSink& sink,
    const ProgressListener& progress, StopRequest& stop, const SessionWork& work);

/// Runs a plan: cold, paired, check, trace processes in the order of the architecture; every fact
/// goes to `sink`. Blocks until done. A failing variant is in the outcome; an Error means that
/// nothing (more) could be recorded at all: no worker could start, or the sink refused.
[[nodiscard]] Result<RecordOutcome> record(const RecordRequest& request, RecordSink& sink,
    const ProgressListener& progress, StopRequest& stop);

/// Adds `repetitions` paired repetitions to what `recorded` holds. `sink` continues that
/// comparison: beginComparison is not called.
[[nodiscard]] Result<RecordOutcome> extend(const RecordRequest& request,
    const ComparisonData& recorded, int repetitions, RecordSink& sink,
    const ProgressListener& progress, StopRequest& stop);

/// Records the cases of the request's plan that follow those of `recorded`, with cold processes,
/// repetitions, checks and traces of their own, and adds them to it.
[[nodiscard]] Result<RecordOutcome> addCases(const RecordRequest& request,
    const ComparisonData& recorded, RecordSink& sink, const ProgressListener& progress,
    StopRequest& stop);

} // namespace profiler
