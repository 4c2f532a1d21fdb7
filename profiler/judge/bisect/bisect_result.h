// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/bisect/bisect_reading.h"
#include "profiler/judge/bisect/code_changes.h"
#include "profiler/judge/gate/gate.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What `fusescope bisect` asks and what came of it, without words: see profiler/report/bisect.
namespace profiler {

enum class BisectOutcome {
    Found, ///< between two neighbours
    Narrowed, ///< between two that are no neighbours: what lies between could not be told
    Alike, ///< the ends are
    Unclear, ///< whether the ends differ
};

/// One of the row, oldest first.
struct BisectCandidate {
    std::string name; ///< "torch-2.10", "a1b2c3d"
    std::string says; ///< torch's version or the commit's subject
    bool seen = false;
    BisectReading reading; ///< where it was seen
    BisectAnswer answer = BisectAnswer::Unclear;
};

/// A field of the environment or a setting of torch that is not the same there.
struct FieldChange {
    std::string field;
    std::string words; ///< "version of triton"
    std::string before; ///< empty: not told
    std::string after;
};

struct BisectResult {
    BisectMetric metric = BisectMetric::Median;
    std::string variant;
    std::string caseName;
    double leastChange = Goal {}.minimumEffect;
    BisectOutcome outcome = BisectOutcome::Unclear;
    std::vector<BisectCandidate> candidates;
    std::size_t low = 0; ///< the last that is as the oldest
    std::size_t high = 0; ///< the first that is as the newest
    int recordings = 0; ///< without that of what changed
    int recordingsAtMost = 0; ///< as said beforehand
    Reason why; ///< Narrowed, Unclear
    // Between low and high, where it was found.
    std::vector<GateCheck> structure;
    CodeChanges code;
    std::vector<FieldChange> fields;
};

/// Settings and what the processes told of themselves, where the first and the last variant differ;
/// where each lies on the disk aside.
[[nodiscard]] std::vector<FieldChange> fieldChanges(const ComparisonData& data);

} // namespace profiler
