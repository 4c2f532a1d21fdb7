// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// `text` as valid UTF-8: bytes that are none become U+FFFD, control characters other than the tab
/// are left out (a terminal that shows a log must not obey it).
[[nodiscard]] std::string cleanText(std::string_view text);

/// `text`, valid UTF-8, in at most `most` bytes; what is cut off is an ellipsis.
[[nodiscard]] std::string shortened(std::string text, std::size_t most);

/// Cuts a stream of bytes into lines of at most `limit` bytes; what a line has beyond is left out.
/// A carriage return begins the line anew, as progress bars mean it.
class LineSplitter {
public:
    explicit LineSplitter(std::size_t limit)
        : m_limit(limit)
    {
    }

    /// The lines that `bytes` completes, without their ends.
    [[nodiscard]] std::vector<std::string> push(std::string_view bytes);
    /// What stands there without an end; empty = nothing.
    [[nodiscard]] std::string rest();

private:
    std::size_t m_limit;
    std::string m_line;
    bool m_returned = false;
};

} // namespace profiler
