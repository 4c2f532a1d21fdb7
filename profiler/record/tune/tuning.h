// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/tune/tune_candidates.h"
#include "profiler/record/recorder.h"

namespace profiler {

class RecordSink;

/// Searches the best setting of a model within the plan's total time. The plan's first variant is
/// the baseline, its others are settings to try beside those of the table. Everything is recorded
/// as one comparison, which holds the settings that ran; what fails is a setting that fell out, and
/// only where none ran the whole failed.
[[nodiscard]] Result<RecordOutcome> tune(RecordRequest request, const CandidateGroups& groups,
    RecordSink& sink, const ProgressListener& progress, StopRequest& stop);

/// A smaller budget finds nothing.
[[nodiscard]] nanoseconds leastTuneBudget();

} // namespace profiler
