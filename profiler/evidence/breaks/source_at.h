// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

struct ComparisonData;
struct SourceFact;

/// The source stored for a place; null where none was.
[[nodiscard]] const SourceFact* sourceAt(
    const ComparisonData& data, const std::string& file, int line);

} // namespace profiler
