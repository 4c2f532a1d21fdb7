// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/kinds.h"
#include "profiler/model/facts/utc_time.h"

#include <optional>
#include <string>

namespace profiler {

struct ComparisonInfo {
    ComparisonId id;
    std::string name;
    UtcTime started;
    int utcOffsetMinutes = 0;
    std::optional<UtcTime> ended;
    ComparisonStatus status = ComparisonStatus::Running;
    std::string stopReason; ///< why it ended, e.g. "interval narrow enough", "interrupted"
    std::string toolVersion;
    std::string command; ///< the command line that recorded it
    Placement placement = Placement::Lanes;
    /// 32 digits of base 16, made when it begins and the same in every copy; empty: of an older
    /// program, or imported.
    std::string identity;

    bool operator==(const ComparisonInfo&) const = default;
};

} // namespace profiler
