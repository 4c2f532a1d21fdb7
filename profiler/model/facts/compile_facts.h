// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What torch.compile did, and where a call left its graphs.
namespace profiler {

struct CompileFact {
    std::string compileId; ///< "0/0"
    std::optional<int> caseIndex; ///< whose call caused it
    bool startUp = false; ///< the throw-away compile; not part of any count
    std::string function;
    std::string file; ///< the user's
    int line = 0;
    nanoseconds duration {};
    std::map<std::string, nanoseconds> phases; ///< nested where torch nests them; do not sum
    std::optional<std::string> cache; ///< hit, miss, bypass
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> operators;
    std::optional<std::int64_t> guards;
    std::string failType; ///< empty = compiled
    std::string failReason;
    std::string metricsJson; ///< CompilationMetrics as torch gave them; may be empty

    bool operator==(const CompileFact&) const = default;
};

/// One log record of a graph break. Key of a break = (file, line, id).
struct GraphBreakFact {
    std::string id; ///< gb0124; empty when torch gave none
    std::string reason;
    std::string explanation;
    std::string hint;
    std::string file; ///< the user's; empty when the record names no place
    int line = 0;
    std::string function;
    std::string compileId;
    std::optional<int> caseIndex;

    bool operator==(const GraphBreakFact&) const = default;
};

/// One line of the stack above a place.
struct SourceFrame {
    std::string file;
    int line = 0;
    std::string function;
    std::string text; ///< the line as it stood; empty where it could not be read
    bool library = false; ///< not the user's own code

    bool operator==(const SourceFrame&) const = default;
};

/// The source around a place that a graph break or a recompile names, as it stood when it was
/// recorded. Key = (file, line); one for each in a comparison.
struct SourceFact {
    std::string file;
    int line = 0;
    int firstLine = 1; ///< of the text
    std::string text;
    std::vector<SourceFrame> frames; ///< how execution came here, outermost first; may be empty

    bool operator==(const SourceFact&) const = default;
};

/// More is refused wherever it comes from: a worker runs foreign code, a file may be anybody's.
inline constexpr std::size_t longestSource = std::size_t {32} << 10U; ///< bytes of one text
inline constexpr std::size_t mostSourceFrames = 64;

inline constexpr std::size_t mostSources = 1000; ///< of a comparison

/// Within these bounds?
[[nodiscard]] bool isBounded(const SourceFact& fact);

struct RecompileFact {
    std::string compileId;
    std::string guard; ///< the expression that failed
    std::string reason; ///< torch's text
    std::string function;
    std::string file;
    int line = 0;
    std::optional<nanoseconds> duration;
    std::optional<int> caseIndex;

    bool operator==(const RecompileFact&) const = default;
};

} // namespace profiler
