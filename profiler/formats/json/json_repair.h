// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace profiler {

struct RepairedJson {
    std::string text; ///< with its quotes escaped
    std::size_t length = 0; ///< of what it was made of
};

/// The object at the front of a text whose strings hold quotes without a backslash: torch wrote
/// names so until 2.5. A quote ends a string only where a comma, a colon or a bracket follows.
/// nullopt: it cannot be told apart like this.
[[nodiscard]] std::optional<RepairedJson> withEscapedQuotes(std::string_view text);

} // namespace profiler
