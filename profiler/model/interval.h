// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

/// A 95 % interval around an estimate.
struct Interval {
    double estimate = 0;
    double low = 0;
    double high = 0;

    bool operator==(const Interval&) const = default;
};

} // namespace profiler
