// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// JSON values as people type them among other words: on the command line and in forms.
namespace profiler {

/// One JSON document: the text itself when it is one, else a JSON string of it.
[[nodiscard]] std::string jsonTextOf(std::string_view text);

/// What a JSON string holds; any other text stays as it is.
[[nodiscard]] std::string unquoted(std::string_view text);

/// Parts at commas that are in no bracket and no quotes.
[[nodiscard]] std::vector<std::string_view> partedByCommas(std::string_view text);

} // namespace profiler
