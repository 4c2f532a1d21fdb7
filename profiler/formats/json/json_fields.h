// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Just enough JSON to read small parts of many short texts without building a tree: a value is the
/// text it has in its object. Python's writer is followed where it leaves the standard: NaN and
/// Infinity, and control characters inside strings, are accepted. Nesting beyond any sense is
/// refused.
namespace profiler::json_text {

struct JsonMember {
    std::string_view key; ///< as written: escapes are not resolved
    std::string_view value;
};

using JsonMemberList = std::vector<JsonMember>;

/// Of an object with nothing but space around it; nullopt: it is no valid JSON, or no object.
[[nodiscard]] std::optional<JsonMemberList> membersOf(std::string_view object);

/// Of an array.
[[nodiscard]] std::optional<std::vector<std::string_view>> elementsOf(std::string_view array);

/// The value of the first such key; empty where there is none.
[[nodiscard]] std::string_view valueOf(const JsonMemberList& members, std::string_view key);

/// Of a string; what is no UTF-8 becomes U+FFFD. nullopt: the value is no string.
[[nodiscard]] std::optional<std::string> textOf(std::string_view value);

/// Of a whole number, also one that is written with a fraction, which is cut off.
[[nodiscard]] std::optional<std::int64_t> integerOf(std::string_view value);

/// Of a number that is finite.
[[nodiscard]] std::optional<double> numberOf(std::string_view value);

/// A value that is there and not null.
[[nodiscard]] bool isGiven(std::string_view value);

/// `text` as valid UTF-8: bytes that are none become U+FFFD; of the control characters only tab and
/// line end are kept, because a terminal that shows the text must not obey it.
[[nodiscard]] std::string readable(std::string_view text);

} // namespace profiler::json_text
