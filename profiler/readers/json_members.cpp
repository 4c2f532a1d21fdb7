// SPDX-License-Identifier: Apache-2.0
#include "profiler/readers/json_members.h"

#include "profiler/readers/json_scan.h"

#include <charconv>

namespace profiler {

namespace {

std::string_view textBetween(const char* begin, const char* end)
{
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// `text` is behind the opening quote; it is left behind the closing one.
std::string_view stringAt(const char*& text, const char* end)
{
    const auto* const begin = text;
    for (text = findInString(text, end); text < end; text = findInString(text, end)) {
        if (*text == '"')
            return textBetween(begin, text++);
        text = end - text < 2 ? end : text + 2;
    }
    return textBetween(begin, end);
}

bool endsBareValue(char letter)
{
    return letter == ',' || letter == '}' || letter == ']' || isJsonSpace(letter);
}

JsonValue valueAt(const char*& text, const char* end)
{
    const auto* const begin = text;
    if (text == end)
        return {};
    if (*text == '"')
        return {.raw = stringAt(++text, end), .kind = JsonKind::Text};
    if (*text == '{' || *text == '[') {
        JsonValueEnd valueEnd;
        if (valueEnd.take(text, end) != JsonValueEnd::State::Whole)
            text = end;
        return {.raw = textBetween(begin, text), .kind = JsonKind::Container};
    }
    while (text < end && !endsBareValue(*text))
        ++text;
    return {.raw = textBetween(begin, text), .kind = JsonKind::Bare};
}

const char* skipSeparators(const char* text, const char* end)
{
    while (text < end && (isJsonSpace(*text) || *text == ','))
        ++text;
    return text;
}

std::string_view inside(std::string_view container)
{
    return container.size() < 2 ? std::string_view() : container.substr(1, container.size() - 2);
}

} // namespace

JsonMembers::JsonMembers(std::string_view object, JsonExtent nested)
    : m_text(inside(object).data())
    , m_end(m_text + inside(object).size())
    , m_nested(object.substr(nested.begin, nested.end - nested.begin))
{
}

bool JsonMembers::next(JsonMember& member)
{
    m_text = skipSeparators(m_text, m_end);
    if (m_text == m_end)
        return false;
    m_broken = *m_text != '"';
    if (m_broken)
        return false;
    member.key = stringAt(++m_text, m_end);
    m_text = skipJsonSpace(m_text, m_end);
    m_broken = m_text == m_end || *m_text != ':';
    if (m_broken)
        return false;
    m_text = skipJsonSpace(m_text + 1, m_end);
    if (m_text == m_nested.data() && !m_nested.empty()) {
        member.value = {.raw = m_nested, .kind = JsonKind::Container};
        m_text += m_nested.size();
    } else {
        member.value = valueAt(m_text, m_end);
    }
    return true;
}

JsonElements::JsonElements(std::string_view list)
    : m_text(inside(list).data())
    , m_end(m_text + inside(list).size())
{
}

bool JsonElements::next(JsonValue& value)
{
    m_text = skipSeparators(m_text, m_end);
    if (m_text == m_end)
        return false;
    const auto* const before = m_text;
    value = valueAt(m_text, m_end);
    return m_text != before; // a bracket that closes nothing
}

std::optional<std::int64_t> jsonInteger(std::string_view raw)
{
    const auto* const end = raw.data() + raw.size();
    std::int64_t value = 0;
    auto [stop, error] = std::from_chars(raw.data(), end, value);
    if (error == std::errc::result_out_of_range) {
        std::uint64_t large = 0;
        const auto again = std::from_chars(raw.data(), end, large);
        error = again.ec;
        stop = again.ptr;
        value = static_cast<std::int64_t>(large);
    }
    if (error != std::errc {} || (stop != end && *stop != '.'))
        return std::nullopt;
    return value;
}

} // namespace profiler
