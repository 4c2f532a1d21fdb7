// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/worker_link/worker_messages.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace profiler {

/// What the recorder learnt about one variant.
struct VariantState {
    int deaths = 0; ///< processes that crashed or hung
    bool out = false; ///< no further process is started
    bool skipped = false; ///< by the user
    std::string reason; ///< of the first failure
    std::string errorClass;
    bool compiledNothing = true; ///< no cold process of it compiled anything
    bool retried = false; ///< a repetition was run again for its sake
    std::optional<std::filesystem::path> keptCache; ///< left by the last finished cold process
    std::chrono::nanoseconds longestCold {};
    std::int64_t hostPeakBytes = 0; ///< of its cold processes
    std::int64_t devicePeakBytes = 0;

    [[nodiscard]] bool live() const { return !out && !skipped; }
};

} // namespace profiler
