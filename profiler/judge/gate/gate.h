// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"
#include "profiler/model/goal.h"
#include "profiler/model/interval.h"
#include "profiler/model/reason.h"

#include <optional>
#include <string>
#include <vector>

/// What `fusescope check` asks and what came of it, without words: see profiler/report/check.
namespace profiler {

enum class GateSubject {
    Outcome, ///< does it run, and compiled?
    Breaks,
    Recompiles,
    Graphs,
    Guards,
    Kernels,
    Numerics,
    Time,
    Memory,
    P99Limit,
    MemoryLimit,
    CompileLimit,
};

/// The worst one last.
enum class GateOutcome { Holds, Better, Undecided, Regressed };

enum class GatePlaceState { New, Known, Gone };

/// A graph break or a recompile.
struct GatePlace {
    GatePlaceState state = GatePlaceState::New;
    std::string file;
    int line = 0;
    std::string function;
    std::string id; ///< of a break
    std::string text; ///< of a break torch's reason, of a recompile the guard
    std::string source; ///< of a break: the line

    bool operator==(const GatePlace&) const = default;
};

/// One question about one variant in one case.
struct GateCheck {
    GateSubject subject = GateSubject::Outcome;
    std::string variant;
    std::string caseName;
    GateOutcome outcome = GateOutcome::Holds;
    Measured<double> before = missing(ReasonKind::NotRecorded); ///< a limit: what is allowed
    Measured<double> after = missing(ReasonKind::NotRecorded);
    std::optional<Interval> ratio; ///< Time, Memory: above 1 = better now
    std::vector<GatePlace> places; ///< Breaks, Recompiles: new, known, gone
    Reason reason; ///< why it is undecided, or what failed
};

/// What the present state is compared with.
enum class GateReference { Nothing, Lock, Recording, Revision, Environment };

/// What a reader must know beside the checks.
enum class GateNoteKind {
    DirtyTree, ///< values: number of changed files
    OtherTorch, ///< values: torch of the reference, torch now
    NotInReference, ///< values: variant, case
    NoTimesUnpaired, ///< of a recording: its times took no turns with these
    LockWritten, ///< values: the file
    LockAccepts, ///< values: how many checks it holds that are worse, better, not in it before
};

struct GateNote {
    GateNoteKind kind = GateNoteKind::DirtyTree;
    std::vector<std::string> values;

    bool operator==(const GateNote&) const = default;
};

struct GateResult {
    std::string plan; ///< its file
    GateReference reference = GateReference::Nothing;
    std::string referenceName; ///< file, revision or environment, as it was named
    std::string
        folder; ///< of the plan in its repository, with a slash behind it; empty: at its top
    double maxRegression = Goal {}.minimumEffect;
    UtcTime started;
    nanoseconds took {};
    std::vector<GateCheck> checks;
    std::vector<GateNote> notes;

    [[nodiscard]] GateOutcome outcome() const;
};

} // namespace profiler
