// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Finds the few characters that hold JSON together, 16 at a time where the processor can. Every
/// range handed in is followed by `jsonPadding` bytes that may be read, whatever they hold.
namespace profiler {

inline constexpr std::size_t jsonPadding = 16;

namespace json_detail {

#ifdef __SSE2__
/// One bit for each of 16 characters that equals one of up to three; `fold` is set in all first.
template <char... wanted>
[[nodiscard]] inline unsigned matches(const char* text, char fold)
{
    const auto block = _mm_or_si128(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(text)), _mm_set1_epi8(fold));
    auto found = _mm_setzero_si128();
    ((found = _mm_or_si128(found, _mm_cmpeq_epi8(block, _mm_set1_epi8(wanted)))), ...);
    return static_cast<unsigned>(_mm_movemask_epi8(found));
}
#else
template <char... wanted>
[[nodiscard]] inline unsigned matches(const char* text, char fold)
{
    unsigned found = 0;
    for (unsigned i = 0; i < jsonPadding; ++i) {
        const auto letter = static_cast<char>(text[i] | fold);
        found |= static_cast<unsigned>(((letter == wanted) || ...)) << i;
    }
    return found;
}
#endif

template <char... wanted>
[[nodiscard]] inline const char* find(const char* text, const char* end, char fold)
{
    for (; text < end; text += jsonPadding)
        if (const auto found = matches<wanted...>(text, fold)) {
            text += std::countr_zero(found);
            break;
        }
    return text < end ? text : end;
}

} // namespace json_detail

/// The next quote or backslash; `end` where there is none.
[[nodiscard]] inline const char* findInString(const char* text, const char* end)
{
    return json_detail::find<'"', '\\'>(text, end, 0);
}

/// The next quote, brace or bracket: bit 5 alone tells braces from brackets, and every quote has
/// it.
[[nodiscard]] inline const char* findStructure(const char* text, const char* end)
{
    return json_detail::find<'"', '{', '}'>(text, end, ' ');
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
