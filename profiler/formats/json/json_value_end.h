// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace profiler {

/// A part of a text.
struct JsonExtent {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Follows an object, a list or a string to its end, over text that comes in pieces. What stands
/// between braces, commas and quotes is not looked at: NaN and trailing commas pass.
class JsonValueEnd {
public:
    enum class State {
        More, ///< the value goes on behind this piece
        Whole, ///< `text` is behind it
        Broken, ///< no value begins like this; `text` is where that shows
    };

    /// Moves `text` on, at most to `end`. A piece may be followed by any, padded for json_scan.h;
    /// the next one begins where `text` was left.
    [[nodiscard]] State take(const char*& text, const char* end);

    /// Where the last value with brackets directly within this one lies, counted from its first
    /// byte, so that it need not be followed again; empty: there is none.
    [[nodiscard]] JsonExtent lastNested() const { return m_nested; }

private:
    [[nodiscard]] State takeStructure(const char*& text, const char* end);
    [[nodiscard]] State takeBlock(const char* begin, const char*& text, const char* end);
    [[nodiscard]] State takeSign(const char* begin, const char* sign, const char* end);
    [[nodiscard]] State takeBackslash(const char*& text, const char* end);
    [[nodiscard]] State takeLoneString(const char*& text, const char* end);
    [[nodiscard]] State takeFollower(const char* text, const char* end);
    [[nodiscard]] State takeBracket(char bracket, std::size_t at);

    static constexpr int deepest = 64; ///< one bit of m_objects each

    std::size_t m_taken = 0; ///< in the pieces before
    char m_last = 0; ///< letter of them that is no blank
    JsonExtent m_nested;
    int m_depth = 0;
    std::uint64_t m_objects
        = 0; ///< of each level: whether it is an object; the innermost is lowest
    bool m_inString = false;
    bool m_afterString = false;
};

} // namespace profiler
