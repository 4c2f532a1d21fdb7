// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_value_end.h"

#include "profiler/formats/json/json_scan.h"

#include <algorithm>
#include <bit>

namespace profiler {

namespace {

/// As many bits, up to all.
std::uint64_t lowest(std::size_t count)
{
    return count < jsonBlockSize ? (std::uint64_t {1} << count) - 1 : ~std::uint64_t {0};
}

/// The bits from each first one of a pair up to the second one, without that.
std::uint64_t fromOddToEven(std::uint64_t bits)
{
    for (unsigned by = 1; by < jsonBlockSize; by *= 2)
        bits ^= bits << by;
    return bits;
}

/// A quote that is followed by anything else was the beginning of a string: one was lost before.
bool mayFollowString(char letter)
{
    return letter == ',' || letter == ':' || letter == '}' || letter == ']';
}

bool opens(char letter)
{
    return letter == '{' || letter == '[';
}

/// The last letter between them that is no blank; `otherwise` where all are.
char lastLetter(const char* begin, const char* end, char otherwise)
{
    while (end > begin && isJsonSpace(end[-1]))
        --end;
    return end == begin ? otherwise : end[-1];
}

/// False: the string goes on behind this piece.
bool leaveString(const char*& text, const char* end)
{
    for (text = findInString(text, end); text < end; text = findInString(text, end)) {
        if (*text == '"') {
            ++text;
            return true;
        }
        if (end - text < 2)
            return false;
        text += 2;
    }
    return false;
}

} // namespace

/// `at`: of the bracket, counted from the first byte of the value.
JsonValueEnd::State JsonValueEnd::takeBracket(char bracket, std::size_t at)
{
    const bool object = bracket == '{' || bracket == '}';
    if (opens(bracket)) {
        if (m_depth == deepest)
            return State::Broken;
        m_objects = m_objects << 1U | static_cast<std::uint64_t>(object);
        if (++m_depth == 2)
            m_nested.begin = at;
        return State::More;
    }
    if (m_depth == 0 || static_cast<bool>(m_objects & 1U) != object)
        return State::Broken;
    m_objects >>= 1U;
    if (--m_depth == 1)
        m_nested.end = at + 1;
    return m_depth == 0 ? State::Whole : State::More;
}

/// `text` is behind the closing quote.
JsonValueEnd::State JsonValueEnd::takeFollower(const char* text, const char* end)
{
    text = skipJsonSpace(text, end);
    m_afterString = text == end;
    return m_afterString || mayFollowString(*text) ? State::More : State::Broken;
}

/// A string that lies in nothing: what follows it is not looked at.
JsonValueEnd::State JsonValueEnd::takeLoneString(const char*& text, const char* end)
{
    if (!m_inString)
        ++text;
    m_inString = !leaveString(text, end);
    return m_inString ? State::More : State::Whole;
}

/// An escape, with the rest of its string. Outside of strings it is none.
JsonValueEnd::State JsonValueEnd::takeBackslash(const char*& text, const char* end)
{
    if (!m_inString) {
        ++text;
        return State::More;
    }
    m_inString = !leaveString(text, end);
    return m_inString ? State::More : takeFollower(text, end);
}

/// What ends a string or is a bracket, within the piece from `begin` to `end`. Brackets within an
/// object are values and stand behind a colon: one that lacks its end would swallow those behind
/// it, each of which must be followed again to find that out.
JsonValueEnd::State JsonValueEnd::takeSign(const char* begin, const char* sign, const char* end)
{
    if (*sign == '"')
        return takeFollower(sign + 1, end);
    const bool inObject = static_cast<bool>(m_objects & 1U);
    if (inObject && opens(*sign) && lastLetter(begin, sign, m_last) != ':')
        return State::Broken;
    return takeBracket(*sign, m_taken + static_cast<std::size_t>(sign - begin));
}

/// Up to a block, and not beyond a backslash: all strings in it at once, as the bits from one quote
/// to the next. The piece is from `begin` to `end`.
JsonValueEnd::State JsonValueEnd::takeBlock(const char* begin, const char*& text, const char* end)
{
    const auto block = jsonBlock(text);
    const auto escape = static_cast<std::size_t>(std::countr_zero(block.backslashes));
    const auto size = std::min(static_cast<std::size_t>(end - text), escape);
    const auto held = lowest(size);
    const auto quotes = block.quotes & held;
    const auto inside = fromOddToEven(quotes) ^ (m_inString ? ~std::uint64_t {0} : 0);
    const auto brackets = block.brackets & held & ~inside;
    const auto unfollowed = quotes & ~inside & ~((block.followers & held) >> 1U);
    for (auto found = brackets | unfollowed; found != 0; found &= found - 1) {
        const auto at = static_cast<std::size_t>(std::countr_zero(found));
        const auto state = takeSign(begin, text + at, end);
        if (state != State::More) {
            text += at + 1;
            return state;
        }
    }
    m_inString = (inside >> (jsonBlockSize - 1) & 1U) != 0;
    text += size;
    return State::More;
}

JsonValueEnd::State JsonValueEnd::takeStructure(const char*& text, const char* end)
{
    const auto* const begin = text;
    if (m_depth == 0 && (m_inString || (text < end && *text == '"')))
        return takeLoneString(text, end);
    auto state = m_afterString ? takeFollower(text, end) : State::More;
    while (state == State::More && text < end) {
        state = takeBlock(begin, text, end);
        if (state != State::More || text == end || *text != '\\')
            continue;
        state = takeBackslash(text, end);
        if (m_inString)
            break;
    }
    return state;
}

JsonValueEnd::State JsonValueEnd::take(const char*& text, const char* end)
{
    const auto* const begin = text;
    const auto state = takeStructure(text, end);
    m_taken += static_cast<std::size_t>(text - begin);
    m_last = lastLetter(begin, text, m_last);
    return state;
}

} // namespace profiler
