// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_info.h"

#include <cstdint>
#include <string>
#include <vector>

namespace storage {

/// One row of `list`, read without touching samples.
struct ComparisonSummary {
    profiler::ComparisonInfo info; ///< status Running only while its writer holds the lock
    std::string workload;
    std::string device;
    std::string torch;
    std::vector<std::string> cases;
    std::vector<std::string> variants;
    std::int64_t timedCalls = 0; ///< of all lanes
    std::vector<std::string> tags; ///< sorted
    std::string suite; ///< that it is a recording of; empty: of none
};

} // namespace storage
