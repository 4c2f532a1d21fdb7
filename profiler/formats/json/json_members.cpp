// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_members.h"

#include "profiler/formats/json/json_scan.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>

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

/// "1.75e18": writers that hold every number as a double print large ones so.
std::optional<std::int64_t> integerWithExponent(std::string_view raw)
{
    const bool negative = raw.starts_with('-');
    if (negative)
        raw.remove_prefix(1);
    const auto mark = raw.find_first_of("eE");
    auto power = raw.substr(mark + 1);
    if (power.starts_with('+'))
        power.remove_prefix(1);
    std::ptrdiff_t length = 0;
    const auto [stop, error] = std::from_chars(power.data(), power.data() + power.size(), length);
    auto digits = std::string(raw.substr(0, mark));
    const auto point = std::min(digits.find('.'), digits.size());
    digits.erase(point, 1);
    constexpr std::ptrdiff_t mostDigits = 19;
    if (error != std::errc {} || stop != power.data() + power.size() || length > mostDigits
        || length < -mostDigits || digits.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    length += static_cast<std::ptrdiff_t>(point);
    if (length > mostDigits || digits.empty())
        return std::nullopt;
    digits.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(length, 0)), '0');
    std::int64_t value = 0;
    if (const auto* const end = digits.data() + digits.size();
        !digits.empty() && std::from_chars(digits.data(), end, value).ec != std::errc {})
        return std::nullopt;
    return negative ? -value : value;
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
    if (error != std::errc {})
        return std::nullopt;
    if (stop == end)
        return value;
    if (raw.find_first_of("eE") != std::string_view::npos)
        return integerWithExponent(raw);
    return *stop == '.' ? std::optional(value) : std::nullopt;
}

} // namespace profiler
