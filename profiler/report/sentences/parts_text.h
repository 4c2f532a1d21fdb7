// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace profiler {

/// Parts of a whole as people read them: rounded together, so that what is read adds up.
struct PartsText {
    std::vector<std::string> parts; ///< without unit
    std::string whole; ///< without unit
    std::string unit; ///< "s"
};

/// The whole is written as `formatDuration` writes it; the parts get its unit and its places.
[[nodiscard]] PartsText partsText(std::span<const double> partsNs, double wholeNs);

} // namespace profiler
