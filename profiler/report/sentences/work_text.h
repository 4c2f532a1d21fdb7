// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/waterfall.h"
#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/report/text/mark.h"

#include <string>
#include <vector>

/// What is said about the work of a call, on every page alike.
namespace profiler {

struct CaseResult;
struct ComparisonResult;

struct WorkHeadline {
    Mark mark = Mark::Neutral;
    std::string sentence; ///< with ** around what matters
    std::string note; ///< case, what the rows are, how far the trace disturbed the calls
};

[[nodiscard]] WorkHeadline workHeadline(const ComparisonResult& result, const CaseResult& inCase,
    int variant, const Measured<WorkComparison>& work, const Measured<Waterfall>& waterfall);

/// Beside the table: what its rows are of and what they add up to.
[[nodiscard]] std::string workCaption(const ComparisonResult& result);

/// How much longer a traced call takes than a timed one.
struct NamedOverhead {
    std::string variant; ///< empty: the one that is spoken of
    double ratio = 1; ///< traced / timed
};

/// "profiler overhead: eager +2 %, default unknown (traced calls were 8 % faster)".
[[nodiscard]] std::string profilerOverheadText(const std::vector<NamedOverhead>& overheads);

/// "CPU/Python overhead", "unattributed", "not in kernels".
[[nodiscard]] std::string restName(RestKind kind);
/// What it consists of, in a sentence.
[[nodiscard]] std::string restMeaning(RestKind kind);

} // namespace profiler
