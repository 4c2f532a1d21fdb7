// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/bisect/bisect_reading.h"
#include "profiler/judge/bisect/code_changes.h"
#include "profiler/judge/gate/gate.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What `fusescope bisect` asks and what came of it, without words: see profiler/report/bisect.
namespace profiler {

struct ComparisonData;

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

/// Of torch's own settings, between two versions: what they are where nobody says otherwise.
struct DefaultsChange {
    std::vector<FieldChange> changed; ///< of those that both have
    std::int64_t added = 0;
    std::int64_t removed = 0;
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
    std::optional<DefaultsChange> defaults; ///< nullopt: one torch, or not told
};

/// Settings and what the processes told of themselves, where the first and the last variant differ;
/// where each lies on the disk aside. A setting of torch that one side left alone is "default"
/// there.
[[nodiscard]] std::vector<FieldChange> fieldChanges(const ComparisonData& data);

[[nodiscard]] DefaultsChange defaultsChange(const std::map<std::string, std::string>& before,
    const std::map<std::string, std::string>& after);

} // namespace profiler
