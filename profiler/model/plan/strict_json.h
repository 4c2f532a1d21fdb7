// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace profiler {

/// Parses text that people edit: a key given twice and nesting beyond any sense are refused. The
/// error says line and column. For .cpp files only.
[[nodiscard]] tl::expected<nlohmann::ordered_json, std::string> parseStrictJson(
    std::string_view text);

} // namespace profiler
