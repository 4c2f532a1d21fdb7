// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace profiler {

struct ComparisonData;

/// What stands in that line, without the space around it, where an excerpt that was stored with
/// the comparison holds it; nullopt: none does.
[[nodiscard]] std::optional<std::string> sourceLine(
    const ComparisonData& data, const std::string& file, int line);

} // namespace profiler
