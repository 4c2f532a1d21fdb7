// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/work_comparison.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The work of one call, name by name, in the baseline and any number of variants at once.
namespace profiler {

struct CaseResult;
struct ComparisonData;

/// By side, the baseline first; nullopt: that side has none.
using WorkTimes = std::vector<std::optional<WorkTime>>;

/// What the side spends more than the baseline; what one of them lacks counts as 0.
[[nodiscard]] double changeNs(const WorkTimes& times, std::size_t side);

/// Of all sides, whether more or less.
[[nodiscard]] double largestChangeNs(const WorkTimes& times);

/// Adds what is there of each side.
void addTimes(WorkTimes& sum, const WorkTimes& times);

struct NamedTimes {
    std::string name; ///< whole
    std::string shortName; ///< no two rows with different names have the same
    WorkKind kind = WorkKind::Elementwise;
    WorkTimes times;

    [[nodiscard]] WorkKey key() const { return {kind, name}; }
};

struct RestTimes {
    RestKind kind = RestKind::Unexplained;
    WorkTimes times;
};

/// All rows and rests of a side add up to its median.
struct WorkOfVariants {
    std::vector<int> variants; ///< by side; the first is the baseline
    std::vector<Measured<double>> overheads; ///< by side; why it is not known
    std::vector<NamedTimes> rows; ///< by the largest change of any side, the largest first
    std::vector<RestTimes> rests;
    WorkTimes total; ///< the medians
    bool onDevice = false; ///< the rows are kernels on a device

    /// Of a variant; nullopt: it is none of the sides.
    [[nodiscard]] std::optional<std::size_t> sideOf(int variant) const;

    /// Null: no side runs it.
    [[nodiscard]] const NamedTimes* find(const WorkKey& key) const;

    /// The side and the baseline are known, so that its changes mean something.
    [[nodiscard]] bool isPaired(std::size_t side) const;
};

/// The same figures as compareWork() of each variant. `variants` begin with the baseline, 0. A side
/// that is not known is left empty. Missing: no side is known.
[[nodiscard]] Measured<WorkOfVariants> workOfVariants(
    const ComparisonData& data, const CaseResult& inCase, const std::vector<int>& variants);

} // namespace profiler
