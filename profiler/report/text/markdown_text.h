// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Texts that nobody vouches for, in Markdown of CommonMark and GitHub: shown, never obeyed.
namespace profiler {

/// Of one line; also at its beginning.
[[nodiscard]] std::string markdownText(const std::string& words);

/// The same between stars; stars that touch a blank would be none.
[[nodiscard]] std::string markdownStrong(const std::string& text);

/// Between more backticks than stand in it; the blanks beside them are not shown.
[[nodiscard]] std::string markdownCode(const std::string& words);

/// A line of its own that keeps its indent; four blanks at its beginning would make code of it.
[[nodiscard]] std::string markdownIndented(const std::string& words);

/// A block of code in a fence that is longer than any in it.
[[nodiscard]] std::string markdownFence(const std::string& code);

/// A path between < and >.
[[nodiscard]] std::string markdownTarget(const std::string& path);

} // namespace profiler
