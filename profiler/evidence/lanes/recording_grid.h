// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/reason.h"

#include <optional>
#include <string>
#include <vector>

/// What of a plan is done, runs, failed or is still to come: the page of a running recording.
namespace profiler {

struct ComparisonData;

enum class WorkState {
    None, ///< nothing of this sort is done for this variant; `reason` says why
    Planned,
    Running,
    Waiting, ///< warm, and its turn has not come
    Done,
    Failed, ///< crashed, raised or took too long; `outcome` tells which
    Ended, ///< interrupted or skipped: what it gave stays
};

/// All processes of one variant and one sort.
struct WorkCell {
    WorkState state = WorkState::Planned;
    int done = 0; ///< processes that finished
    int planned = 0;
    int rounds = 0; ///< of a repetition: rounds with a block of this lane
    int roundsPlanned = 0;
    nanoseconds wall {}; ///< of the processes that ended
    std::optional<ProcessOutcome> outcome; ///< of the last one that ended
    Reason reason;
    std::optional<ProcessIndex> process; ///< the last one
};

struct WorkColumn {
    ProcessKind kind = ProcessKind::Paired;
    int repetition = -1; ///< of paired ones
    nanoseconds wall {}; ///< of what has ended in it
    bool now = false; ///< something in it runs
};

struct WorkRow {
    int variant = 0;
    bool again = false; ///< "eager again"
    std::vector<WorkCell> cells; ///< by column
};

struct RecordingGrid {
    std::vector<WorkColumn> columns;
    std::vector<WorkRow> rows; ///< variants in plan order, then "eager again" where planned
    int repetitionsDone = 0;
    double doneRatio = 0; ///< of the time that all of it takes, as far as that is known
    std::optional<nanoseconds> left; ///< nothing before a first process of each sort ended
};

/// `now`: to tell how long what runs has run already.
[[nodiscard]] RecordingGrid recordingGrid(const ComparisonData& data, UtcTime now);

/// "cold", "warm cache", "process 3", "results", "trace".
[[nodiscard]] std::string columnName(const WorkColumn& column);

} // namespace profiler
