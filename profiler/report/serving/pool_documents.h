// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/serving/pool_simulation.h"

#include <string>
#include <vector>

/// `serving FILE --batching`: what batches and several workers would serve, simulated.
namespace profiler {

struct PoolDocument {
    const ShapeSeries& series;
    const PoolQuestion& question;
    double limitNs = 0;
    const std::vector<BatchingRow>& rows;
};

/// "With batches of up to 16 default serves 812/s with p99 within 50 ms, 3.1× …".
[[nodiscard]] std::string poolConclusion(const PoolDocument& pool);
/// What a simulation does not know.
[[nodiscard]] std::string poolDoubts(const PoolDocument& pool);

[[nodiscard]] std::string poolText(const PoolDocument& pool);
[[nodiscard]] std::string poolJson(const PoolDocument& pool);

} // namespace profiler
