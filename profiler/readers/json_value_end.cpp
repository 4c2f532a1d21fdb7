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

} // namespace

bool JsonValueEnd::leaveString(const char*& text, const char* end)
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

JsonValueEnd::State JsonValueEnd::takeBracket(char bracket)
{
    const bool object = bracket == '{' || bracket == '}';
    if (bracket == '{' || bracket == '[') {
        if (m_depth == deepest)
            return State::Broken;
        m_objects = m_objects << 1U | static_cast<std::uint64_t>(object);
        ++m_depth;
        return State::More;
    }
    if (m_depth == 0 || static_cast<bool>(m_objects & 1U) != object)
        return State::Broken;
    m_objects >>= 1U;
    return --m_depth == 0 ? State::Whole : State::More;
}

JsonValueEnd::State JsonValueEnd::take(const char*& text, const char* end)
{
    while (true) {
        if (m_inString) {
            if (!leaveString(text, end))
                return State::More;
            m_inString = false;
            if (m_depth == 0)
                return State::Whole;
            m_afterString = true;
        }
        if (m_afterString) {
            text = skipJsonSpace(text, end);
            if (text == end)
                return State::More;
            if (!mayFollowString(*text))
                return State::Broken;
            m_afterString = false;
        }
        text = findStructure(text, end);
        if (text == end)
            return State::More;
        const char found = *text++;
        m_inString = found == '"';
        if (m_inString)
            continue;
        if (const auto state = takeBracket(found); state != State::More)
            return state;
    }
}

} // namespace profiler
