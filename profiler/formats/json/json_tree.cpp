// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_tree.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace profiler::json_text {

namespace {

constexpr int deepest = 200; ///< torch nests a handful; a stack frame each is cheap up to here
constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Walks over values without keeping them.
class Scanner {
public:
    explicit Scanner(std::string_view text)
        : m_text(text)
    {
    }

    void skipSpace()
    {
        while (m_at < m_text.size() && isSpace(m_text[m_at]))
            ++m_at;
    }

    [[nodiscard]] bool atEnd() const { return m_at == m_text.size(); }

    bool take(char c)
    {
        if (atEnd() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    /// The value that begins here, as it stands; empty: there is none.
    std::string_view value(int depth = 0)
    {
        const auto begin = m_at;
        if (atEnd() || depth > deepest || !skipValue(depth))
            return {};
        return m_text.substr(begin, m_at - begin);
    }

    /// `item(scanner, depth)` reads one and says whether it could.
    template <typename Item>
    bool list(char open, char close, Item&& item)
    {
        if (!take(open))
            return false;
        skipSpace();
        if (take(close))
            return true;
        do {
            skipSpace();
            if (!item())
                return false;
            skipSpace();
        } while (take(','));
        return take(close);
    }

    /// Key, colon and value.
    std::optional<JsonMember> member(int depth)
    {
        const auto key = peekIs('"') ? value(depth) : std::string_view {};
        skipSpace();
        if (key.empty() || !take(':'))
            return std::nullopt;
        skipSpace();
        const auto content = value(depth);
        if (content.empty())
            return std::nullopt;
        return JsonMember {.key = key.substr(1, key.size() - 2), .value = content};
    }

private:
    [[nodiscard]] bool peekIs(char c) const { return !atEnd() && m_text[m_at] == c; }

    bool skipValue(int depth) // NOLINT(misc-no-recursion): as deep as `deepest`
    {
        switch (m_text[m_at]) {
        case '"':
            return skipString();
        case '{':
            return list('{', '}', [&] { return member(depth + 1).has_value(); });
        case '[':
            return list('[', ']', [&] { return !value(depth + 1).empty(); });
        default:
            return skipWord();
        }
    }

    bool skipString()
    {
        for (++m_at; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == '"') {
                ++m_at;
                return true;
            }
            if (m_text[m_at] == '\\')
                ++m_at;
        }
        m_at = m_text.size();
        return false;
    }

    /// A number, or one of the words.
    bool skipWord()
    {
        constexpr std::string_view ends = ",]} \t\n\r:";
        const auto begin = m_at;
        while (m_at < m_text.size() && ends.find(m_text[m_at]) == std::string_view::npos)
            ++m_at;
        return isWord(m_text.substr(begin, m_at - begin));
    }

    static bool isWord(std::string_view word)
    {
        constexpr std::array<std::string_view, 6> words {
            "null", "true", "false", "NaN", "Infinity", "-Infinity"};
        for (const auto known : words)
            if (word == known)
                return true;
        return isNumber(word);
    }

    static bool isNumber(std::string_view word)
    {
        double ignored = 0;
        if (word.empty() || !(isDigit(word.front()) || word.front() == '-')
            || !isDigit(word.back()))
            return false;
        const auto parsed = std::from_chars(word.data(), word.data() + word.size(), ignored);
        const bool known = parsed.ec == std::errc {} || parsed.ec == std::errc::result_out_of_range;
        return known && parsed.ptr == word.data() + word.size();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

std::optional<std::uint32_t> hexadecimal(std::string_view digits)
{
    std::uint32_t number = 0;
    const auto* end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, number, 16);
    if (digits.size() != 4 || parsed.ec != std::errc {} || parsed.ptr != end)
        return std::nullopt;
    return number;
}

void appendCharacter(std::string& text, std::uint32_t code)
{
    const auto byte = [&text](std::uint32_t value) { text += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0U | code >> 6U);
        byte(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        byte(0xE0U | code >> 12U);
        byte(0x80U | (code >> 6U & 0x3FU));
        byte(0x80U | (code & 0x3FU));
    } else {
        byte(0xF0U | code >> 18U);
        byte(0x80U | (code >> 12U & 0x3FU));
        byte(0x80U | (code >> 6U & 0x3FU));
        byte(0x80U | (code & 0x3FU));
    }
}

/// What follows "\u", of both halves where it is a pair; returns how many characters it takes.
std::size_t appendEscaped(std::string& text, std::string_view rest)
{
    const auto code = hexadecimal(rest.substr(0, 4));
    if (!code) {
        text += replacement;
        return 0;
    }
    const bool isHigh = *code >= 0xD800 && *code < 0xDC00;
    const auto low
        = isHigh && rest.substr(4, 2) == "\\u" ? hexadecimal(rest.substr(6, 4)) : std::nullopt;
    if (low && *low >= 0xDC00 && *low < 0xE000) {
        appendCharacter(text, 0x10000 + ((*code - 0xD800) << 10U) + (*low - 0xDC00));
        return 10;
    }
    if (*code >= 0xD800 && *code < 0xE000)
        text += replacement;
    else
        appendCharacter(text, *code);
    return 4;
}

/// What the first byte of a character says of the others; 0 bytes: it begins none.
struct CharacterForm {
    std::size_t bytes = 0;
    unsigned leastSecond = 0x80; ///< below, a shorter form would do
    unsigned mostSecond = 0xBF; ///< above, it is a surrogate or beyond Unicode
};

CharacterForm formOf(unsigned lead)
{
    if (lead < 0x80)
        return {.bytes = 1};
    if (lead >= 0xC2 && lead < 0xE0)
        return {.bytes = 2};
    if (lead >= 0xE0 && lead < 0xF0)
        return {.bytes = 3,
            .leastSecond = lead == 0xE0 ? 0xA0U : 0x80U,
            .mostSecond = lead == 0xED ? 0x9FU : 0xBFU};
    if (lead >= 0xF0 && lead < 0xF5)
        return {.bytes = 4,
            .leastSecond = lead == 0xF0 ? 0x90U : 0x80U,
            .mostSecond = lead == 0xF4 ? 0x8FU : 0xBFU};
    return {};
}

/// How many bytes the character that begins `text` takes; 0: it is none.
std::size_t lengthOfCharacter(std::string_view text)
{
    const auto byteAt
        = [text](std::size_t i) { return unsigned {static_cast<unsigned char>(text[i])}; };
    const auto form = formOf(byteAt(0));
    if (form.bytes > text.size())
        return 0;
    for (std::size_t i = 1; i < form.bytes; ++i)
        if ((byteAt(i) & 0xC0U) != 0x80U)
            return 0;
    if (form.bytes > 1 && (byteAt(1) < form.leastSecond || byteAt(1) > form.mostSecond))
        return 0;
    return form.bytes;
}

bool isHiddenControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n') || byte == 0x7F;
}

std::string unescaped(std::string_view content)
{
    std::string text;
    text.reserve(content.size());
    for (std::size_t i = 0; i < content.size(); ++i) {
        if (content[i] != '\\' || i + 1 == content.size()) {
            text += content[i];
            continue;
        }
        constexpr std::string_view letters = "bfnrt";
        constexpr std::string_view meanings = "\b\f\n\r\t";
        const char escape = content[++i];
        if (escape == 'u')
            i += appendEscaped(text, content.substr(i + 1));
        else if (const auto known = letters.find(escape); known != std::string_view::npos)
            text += meanings[known];
        else
            text += escape;
    }
    return text;
}

/// "1755896451921168" and "5" of "1755896451921168.5"; nullopt: not written so.
struct Decimal {
    std::int64_t whole = 0;
    std::string_view fraction;
};

std::optional<Decimal> decimalOf(std::string_view text)
{
    Decimal decimal;
    const auto* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, decimal.whole);
    if (parsed.ec != std::errc {})
        return std::nullopt;
    if (parsed.ptr == end)
        return decimal;
    decimal.fraction = {parsed.ptr + 1, static_cast<std::size_t>(end - parsed.ptr - 1)};
    if (*parsed.ptr != '.'
        || decimal.fraction.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    return decimal;
}

std::optional<std::int64_t> rounded(double number)
{
    constexpr double limit = 9.2e18;
    if (!(std::abs(number) < limit))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

} // namespace

std::optional<std::vector<JsonMember>> membersOf(std::string_view object)
{
    std::vector<JsonMember> members;
    Scanner scanner(object);
    scanner.skipSpace();
    const bool whole = scanner.list('{', '}', [&] {
        const auto member = scanner.member(0);
        if (member)
            members.push_back(*member);
        return member.has_value();
    });
    scanner.skipSpace();
    if (!whole || !scanner.atEnd())
        return std::nullopt;
    return members;
}

std::optional<std::vector<std::string_view>> elementsOf(std::string_view array)
{
    std::vector<std::string_view> elements;
    Scanner scanner(array);
    scanner.skipSpace();
    const bool whole = scanner.list('[', ']', [&] {
        elements.push_back(scanner.value());
        return !elements.back().empty();
    });
    scanner.skipSpace();
    if (!whole || !scanner.atEnd())
        return std::nullopt;
    return elements;
}

std::string_view valueOf(const std::vector<JsonMember>& members, std::string_view key)
{
    for (const auto& member : members)
        if (member.key == key)
            return member.value;
    return {};
}

std::optional<std::string> textOf(std::string_view value)
{
    if (value.size() < 2 || value.front() != '"' || value.back() != '"')
        return std::nullopt;
    return readable(unescaped(value.substr(1, value.size() - 2)));
}

std::optional<std::int64_t> integerOf(std::string_view value)
{
    if (const auto decimal = decimalOf(value))
        return decimal->whole;
    const auto number = numberOf(value);
    return number ? rounded(*number) : std::nullopt;
}

std::optional<double> numberOf(std::string_view value)
{
    double number = 0;
    const auto* end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), end, number);
    if (parsed.ec != std::errc {} || parsed.ptr != end || !std::isfinite(number))
        return std::nullopt;
    return number;
}

std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds)
{
    const auto decimal = decimalOf(microseconds);
    if (!decimal) {
        const auto number = numberOf(microseconds);
        return number ? rounded(*number * 1000) : std::nullopt;
    }
    std::int64_t below = 0;
    for (std::size_t i = 0; i < 3; ++i)
        below = below * 10 + (i < decimal->fraction.size() ? decimal->fraction[i] - '0' : 0);
    if (microseconds.front() == '-')
        below = -below;
    std::int64_t nanoseconds = 0;
    if (__builtin_mul_overflow(decimal->whole, std::int64_t {1000}, &nanoseconds)
        || __builtin_add_overflow(nanoseconds, below, &nanoseconds))
        return std::nullopt;
    return nanoseconds;
}

bool isGiven(std::string_view value)
{
    return !value.empty() && value != "null";
}

std::string quoted(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            result += "\\u00";
            result += digits[static_cast<unsigned char>(c) >> 4U];
            result += digits[static_cast<unsigned char>(c) & 15U];
        } else {
            result += c;
        }
    }
    return result += '"';
}

std::string readable(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto length = lengthOfCharacter(text.substr(i, 4));
        if (length == 0)
            result += replacement;
        else if (!isHiddenControl(text[i]))
            result += text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    return result;
}

std::string_view firstCharacters(std::string_view text, std::size_t most)
{
    std::size_t end = 0;
    for (std::size_t count = 0; end < text.size() && count < most; ++count) {
        const auto length = lengthOfCharacter(text.substr(end, 4));
        end += length == 0 ? 1 : length;
    }
    return text.substr(0, end);
}

} // namespace profiler::json_text
