// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Text that nobody vouches for, so that a terminal shows it and does not obey it.
namespace profiler {

/// Text of a recording for one line: control characters, escape sequences among them, are shown as
/// \x1b; invalid bytes as U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

enum class Paint {
    Shown, ///< as \x1b[1m: the text has none of its own
    Kept, ///< it was painted here, of parts that are printable
};

/// The same for what has lines and tabs, which stay.
[[nodiscard]] std::string terminalText(std::string_view text, Paint paint = Paint::Shown);

/// The same for JSON, which stays valid and means what it meant: \u009b.
[[nodiscard]] std::string terminalJson(std::string_view json);

} // namespace profiler
