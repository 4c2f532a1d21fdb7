// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace profiler {

/// How a counter is called and written.
struct CounterNames {
    std::string series; ///< "cpu_busy_ratio"
    std::string title; ///< "CPU use"
    std::string unit; ///< "%", "MHz"; values are shown in it
    double scale = 1; ///< from the stored unit
};

/// Those that people look at, in their order. A series that is not known is called by its key.
[[nodiscard]] const std::vector<CounterNames>& knownCounters();
[[nodiscard]] CounterNames counterNameText(const std::string& series);

/// "97.1 %", "1 980 MHz".
[[nodiscard]] std::string counterText(const std::string& series, double value);

} // namespace profiler
