// SPDX-License-Identifier: Apache-2.0
#include "profiler/readers/json_value_end.h"

#include "profiler/readers/json_scan.h"

namespace profiler {

namespace {

/// A quote that is followed by anything else was the beginning of a string: one was lost before.
bool mayFollowString(char letter)
{
    return letter == ',' || letter == ':' || letter == '}' || letter == ']';
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
    if (bracket == '{' || bracket == '[') {
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

/// Whole: behind the string and up to what follows it.
JsonValueEnd::State JsonValueEnd::takeString(const char*& text, const char* end)
{
    if (m_inString) {
        if (!leaveString(text, end))
            return State::More;
        m_inString = false;
        if (m_depth == 0)
            return State::Whole;
        m_afterString = true;
    }
    if (!m_afterString)
        return State::Whole;
    text = skipJsonSpace(text, end);
    if (text == end)
        return State::More;
    m_afterString = false;
    return mayFollowString(*text) ? State::Whole : State::Broken;
}

JsonValueEnd::State JsonValueEnd::takeStructure(const char*& text, const char* end)
{
    const auto* const begin = text;
    while (true) {
        const bool alone = m_inString && m_depth == 0;
        if (const auto state = takeString(text, end); state != State::Whole || alone)
            return state;
        text = findStructure(text, end);
        if (text == end)
            return State::More;
        const char found = *text++;
        m_inString = found == '"';
        if (m_inString)
            continue;
        const auto at = m_taken + static_cast<std::size_t>(text - 1 - begin);
        if (const auto state = takeBracket(found, at); state != State::More)
            return state;
    }
}

JsonValueEnd::State JsonValueEnd::take(const char*& text, const char* end)
{
    const auto* const begin = text;
    const auto state = takeStructure(text, end);
    m_taken += static_cast<std::size_t>(text - begin);
    return state;
}

} // namespace profiler
