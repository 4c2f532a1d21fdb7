// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace profiler {

struct ComparisonData;

/// What this machine does at most, a second; nullopt: not measured.
struct MachineRoofs {
    std::optional<double> memory; ///< bytes read and written, of more than the caches hold
    std::optional<double> cache; ///< of what lies near the cores
    std::optional<double> float32; ///< operations of a product of matrices
    std::optional<double> bfloat16;
    std::optional<double> float16;
    std::int64_t cacheBytes = 0; ///< what the caches hold at most

    /// Of the type that products are computed in: "float32"; nullopt: not measured for it.
    [[nodiscard]] std::optional<double> peakOf(std::string_view dtype) const;

    /// For so many bytes that are read again and again.
    [[nodiscard]] std::optional<double> bandwidthFor(std::int64_t bytes) const;

    bool operator==(const MachineRoofs&) const = default;
};

/// Missing with the reason: none was measured.
[[nodiscard]] Measured<MachineRoofs> machineRoofs(const ComparisonData& data);

/// Of the memory's bandwidth, for work that reads and writes so many bytes in so many ns; above 1
/// what is read lies in caches. nullopt: one of the three is not known.
[[nodiscard]] std::optional<double> bandwidthShare(
    const MachineRoofs& roofs, std::optional<std::int64_t> bytes, std::optional<double> ns);

/// Of the peak of that type, likewise; nullopt also above 1, as a peak below what was reached is
/// none.
[[nodiscard]] std::optional<double> peakShare(const MachineRoofs& roofs, std::string_view dtype,
    std::optional<std::int64_t> flops, std::optional<double> ns);

} // namespace profiler
