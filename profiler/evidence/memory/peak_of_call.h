// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/memory_history.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What the peak of a traced call is made of, and what differs between two variants there.
namespace profiler {

struct ComparisonData;

/// Of the variant's trace process; nullptr: none was recorded.
[[nodiscard]] const MemoryHistoryFact* memoryHistoryOf(
    const ComparisonData& data, int variant, int caseIndex);

/// What was made at one place, or held before the call.
struct PeakPlace {
    MemoryPart part = MemoryPart::Held;
    std::string file; ///< empty: no line of the user's is known
    int line = 0;
    std::string module; ///< of the first block made there
    std::string name; ///< of the operator or kernel, where there is no line
    std::int64_t bytes = 0;
    std::int64_t blocks = 0;
    bool rest = false; ///< blocks too small to be listed one by one

    /// Both sides have it: compiled code may run other operators for the same line.
    [[nodiscard]] bool isAt(const PeakPlace& other) const;
};

/// Adds up to the peak; the largest first.
[[nodiscard]] std::vector<PeakPlace> peakPlaces(const MemoryHistoryFact& history);

struct PeakDifference {
    PeakPlace place; ///< without bytes
    std::int64_t baseline = 0;
    std::int64_t variant = 0;

    [[nodiscard]] std::int64_t change() const { return variant - baseline; }
};

/// Each place of either; the largest change first. The changes add up to that of the peak.
[[nodiscard]] std::vector<PeakDifference> peakDifferences(
    const MemoryHistoryFact& baseline, const MemoryHistoryFact& variant);

/// Nothing of the part is 0 bytes.
[[nodiscard]] std::int64_t bytesOf(const MemoryHistoryFact& history, MemoryPart part);

} // namespace profiler
