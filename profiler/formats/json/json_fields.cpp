// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_fields.h"

#include "profiler/formats/json/json_members.h"
#include "profiler/formats/json/json_scan.h"
#include "profiler/model/text/utf8_symbol.h"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace profiler::json_text {

namespace {

constexpr int deepest = 200; ///< torch nests a handful; a stack frame each is cheap up to here

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
        while (m_at < m_text.size() && isJsonSpace(m_text[m_at]))
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

} // namespace

std::optional<JsonMemberList> membersOf(std::string_view object)
{
    JsonMemberList members;
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

std::string_view valueOf(const JsonMemberList& members, std::string_view key)
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
    return readable(jsonText(value.substr(1, value.size() - 2)));
}

std::optional<std::int64_t> integerOf(std::string_view value)
{
    const auto integer = jsonInteger(value);
    const bool isBitsOfUnsigned = integer && *integer < 0 && value.front() != '-';
    return isBitsOfUnsigned ? std::nullopt : integer;
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

bool isGiven(std::string_view value)
{
    return !value.empty() && value != "null";
}

std::string readable(std::string_view text)
{
    return withoutControls(text, "\t\n");
}

} // namespace profiler::json_text
