// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/reason.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the work of one call costs, name by name, in the baseline and in a variant.
namespace profiler {

struct CaseResult;
struct ComparisonData;

/// By what work is told apart: its class, and the whole name of a kernel, operator or compiled
/// kernel.
using WorkKey = std::pair<WorkKind, std::string>;

/// Of one untraced call.
struct WorkTime {
    double times = 0; ///< how often it ran
    double ns = 0;

    bool operator==(const WorkTime&) const = default;
};

/// nullopt: that side has none.
struct WorkPair {
    std::optional<WorkTime> baseline;
    std::optional<WorkTime> variant;

    /// What the variant spends more; below 0 = it saves.
    [[nodiscard]] double changeNs() const;

    /// Adds what is there of both sides.
    void add(const WorkPair& other);

    bool operator==(const WorkPair&) const = default;
};

struct NamedWork {
    std::string name; ///< of a kernel, or on a CPU of an operator or compiled kernel; whole
    std::string shortName; ///< no two rows with different names have the same
    WorkKind kind = WorkKind::Elementwise;
    WorkPair time;

    [[nodiscard]] WorkKey key() const { return {kind, name}; }
};

/// What belongs to no single name.
enum class RestKind {
    Host, ///< Python, dispatch, guards
    DeviceCopies, ///< copies and fills while no kernel ran
    DeviceIdle, ///< the host was late, or launched work waited
    Unexplained, ///< the trace does not tell
};

struct RestRow {
    RestKind kind = RestKind::Unexplained;
    WorkPair time; ///< `times` are 0
};

/// All rows and rests of a side add up to its median.
struct WorkComparison {
    std::vector<NamedWork> rows; ///< by change, the largest first in either direction
    std::map<WorkKind, WorkPair> byKind; ///< sums of the rows
    std::vector<RestRow> rests;
    WorkPair total; ///< the medians
    Measured<double> baselineOverhead
        = missing(ReasonKind::NotTraced); ///< traced call / untraced one
    Measured<double> variantOverhead = missing(ReasonKind::NotTraced);
    bool onDevice = false; ///< the rows are kernels on a device

    /// Both sides are known, so that changes mean something.
    [[nodiscard]] bool isPaired() const { return baselineOverhead && variantOverhead; }
};

/// `variant` is compared with the first one of the plan; of the baseline itself there is one side.
/// A side that is not known is left out, and its overhead says why. Missing: no side is known.
[[nodiscard]] Measured<WorkComparison> compareWork(
    const ComparisonData& data, const CaseResult& inCase, int variant);

} // namespace profiler
