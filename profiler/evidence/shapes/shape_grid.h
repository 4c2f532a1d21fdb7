// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct Plan;

/// A size that differs between cases.
struct ShapeAxis {
    std::string name; ///< "batch" of a sweep; else by its first place, "ids.shape[1]"
    std::vector<std::int64_t> values; ///< ascending, each once

    bool operator==(const ShapeAxis&) const = default;
};

/// The cases of a comparison by their sizes.
struct ShapeGrid {
    std::vector<ShapeAxis> axes; ///< the one with most values first
    /// Of each case, in plan order, a size for each axis; empty for a case that has none of them.
    std::vector<std::vector<std::int64_t>> sizes;

    [[nodiscard]] bool isEmpty() const { return axes.empty(); }
};

/// Sizes that a sweep named; without names those that differ between cases of the same inputs,
/// those that always change together as one. Empty where fewer than two cases differ.
[[nodiscard]] ShapeGrid shapeGrid(const Plan& plan);

} // namespace profiler
