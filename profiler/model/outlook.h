// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"
#include "profiler/model/interval.h"
#include "profiler/model/reason.h"

#include <optional>
#include <vector>

/// How far compiling can go, told from eager calls alone.
namespace profiler {

/// What a call of eager spends its time on.
enum class BoundBy { Compute, Memory, LaunchesAndHost, WaitingForData, Mixed, Unknown };

/// The shares add up to 1.
struct BoundEvidence {
    double libraryRatio = 0; ///< products, convolutions, attention
    double fusibleRatio = 0; ///< elementwise, norms, reductions, copies
    double hostRatio = 0; ///< Python and dispatch; of a device: idle, and work was not handed over
    double dataRatio = 0; ///< waiting for a DataLoader
    double otherRatio = 0; ///< collectives, and what the trace does not tell
    std::optional<double> peakShare; ///< that the library reaches of this machine's products
    std::optional<double> bandwidthShare; ///< that the rest reaches of this machine's memory
    bool onDevice = false; ///< the call's work ran on one
};

enum class CeilingPart {
    Library,
    Fusible,
    Host,
    Data,
    Communication,
    NotCompiled, ///< an optimizer beside the compiled model, operators on complex numbers
    Unexplained
};

/// What a part of the call takes, and what compiling can leave of it.
struct CeilingTime {
    CeilingPart part = CeilingPart::Library;
    double nowNs = 0;
    double leastNs = 0; ///< no compiler leaves less
    double likelyNs = 0;
    double mostNs = 0; ///< where little of it can be won

    bool operator==(const CeilingTime&) const = default;
};

/// At most how many times faster a compiled call can be; `low` where only what is sure is won.
struct Ceiling {
    Interval ratio {.estimate = 1, .low = 1, .high = 1};
    double medianNs = 0; ///< of the call of eager
    std::vector<CeilingTime> parts; ///< that occur; they add up to the median
    Reason withoutSizes; ///< why operators' sizes or this machine's roofs are not in it
};

enum class TryKind { LeaveEager, Default, ReduceOverhead, MaxAutotune, Freezing };

struct TryFirst {
    TryKind kind = TryKind::Default;
    double value = 0; ///< what decided: a ratio of the ceiling, a share of the call or of the peak
};

struct CallOutlook {
    int variant = 0; ///< the eager one that it is told from
    BoundBy boundBy = BoundBy::Unknown;
    BoundEvidence evidence;
    Ceiling ceiling;
    TryFirst tryFirst;
};

/// What a trial compile of eager met.
struct TrialBreaks {
    std::optional<int> graphs; ///< nullopt: it did not come to its end
    std::vector<GraphBreak> breaks; ///< in the order met, each place once
    Reason cutShort; ///< why it did not come to its end
};

} // namespace profiler
