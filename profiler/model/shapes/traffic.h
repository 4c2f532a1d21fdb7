// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace profiler {

/// Calls of each size, as they came to a service or a training job.
struct Traffic {
    std::string size; ///< what the sizes are: "seq", "input_length"
    std::map<std::int64_t, double> calls; ///< by size, above 0
    std::optional<double> seconds; ///< from the first to the last, where the file tells times

    [[nodiscard]] double total() const
    {
        double sum = 0;
        for (const auto& [size_, count] : calls)
            sum += count;
        return sum;
    }
};

} // namespace profiler
