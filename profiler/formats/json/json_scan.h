// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Finds the few characters that hold JSON together, many at a time where the processor can. Every
/// range handed in is followed by `jsonPadding` bytes that may be read, whatever they hold.
namespace profiler {

inline constexpr std::size_t jsonBlockSize = 64;
inline constexpr std::size_t jsonPadding = jsonBlockSize;

/// What holds so many characters together, one bit for each of them; the first one is lowest.
struct JsonBlock {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t brackets = 0; ///< and braces
    std::uint64_t followers = 0; ///< what may stand behind a string: , : } ]
};

namespace json_detail {

#ifdef __SSE2__
inline constexpr unsigned step = 16; ///< characters compared at once

using Letters = __m128i;

[[nodiscard]] inline Letters lettersAt(const char* text)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
}

/// Those that equal one of the wanted.
template <char... wanted>
[[nodiscard]] inline Letters matches(Letters letters)
{
    auto found = _mm_setzero_si128();
    ((found = _mm_or_si128(found, _mm_cmpeq_epi8(letters, _mm_set1_epi8(wanted)))), ...);
    return found;
}

/// Bit 5 alone tells braces from brackets.
[[nodiscard]] inline Letters bracketsAsBraces(Letters letters)
{
    return _mm_or_si128(letters, _mm_set1_epi8(' '));
}

[[nodiscard]] inline Letters either(Letters one, Letters other)
{
    return _mm_or_si128(one, other);
}

[[nodiscard]] inline unsigned bits(Letters found)
{
    return static_cast<unsigned>(_mm_movemask_epi8(found));
}
#else
inline constexpr unsigned step = 1;

using Letters = char;

[[nodiscard]] inline Letters lettersAt(const char* text)
{
    return *text;
}

template <char... wanted>
[[nodiscard]] inline Letters matches(Letters letters)
{
    return static_cast<char>(((letters == wanted) || ...));
}

[[nodiscard]] inline Letters bracketsAsBraces(Letters letters)
{
    return static_cast<char>(letters | ' ');
}

[[nodiscard]] inline Letters either(Letters one, Letters other)
{
    return static_cast<char>(one | other);
}

[[nodiscard]] inline unsigned bits(Letters found)
{
    return static_cast<unsigned>(found);
}
#endif

} // namespace json_detail

/// Of the characters at `text`.
[[nodiscard]] inline JsonBlock jsonBlock(const char* text)
{
    using namespace json_detail; // NOLINT(google-build-using-namespace): of this header
    JsonBlock block;
    for (unsigned i = 0; i < jsonBlockSize; i += step) {
        const auto letters = lettersAt(text + i);
        const auto braces = bracketsAsBraces(letters);
        const auto closing = matches<'}'>(braces);
        const auto put = [i](std::uint64_t& to, Letters found) {
            to |= static_cast<std::uint64_t>(bits(found)) << i;
        };
        put(block.quotes, matches<'"'>(letters));
        put(block.backslashes, matches<'\\'>(letters));
        put(block.brackets, either(matches<'{'>(braces), closing));
        put(block.followers, either(matches<',', ':'>(letters), closing));
    }
    return block;
}

/// The next quote or backslash; `end` where there is none.
[[nodiscard]] inline const char* findInString(const char* text, const char* end)
{
    using namespace json_detail; // NOLINT(google-build-using-namespace): of this header
    for (; text < end; text += step)
        if (const auto found = bits(matches<'"', '\\'>(lettersAt(text)))) {
            text += std::countr_zero(found);
            break;
        }
    return text < end ? text : end;
}

[[nodiscard]] inline bool isJsonSpace(char letter)
{
    return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
}

[[nodiscard]] inline const char* skipJsonSpace(const char* text, const char* end)
{
    while (text < end && isJsonSpace(*text))
        ++text;
    return text;
}

} // namespace profiler
