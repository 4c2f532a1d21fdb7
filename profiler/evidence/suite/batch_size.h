// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace profiler {

struct ComparisonData;

/// The first size of a case's first tensor, by which most models count what a call makes; nullopt:
/// no shape is known.
[[nodiscard]] std::optional<std::int64_t> batchSize(const ComparisonData& data, int caseIndex);

} // namespace profiler
