// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_scan.h"
#include "profiler/formats/json/json_value_end.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <string_view>

using namespace profiler;

/// Values are followed many letters at once; here one by one as well, which must come to the same.
namespace {

using State = JsonValueEnd::State;

struct End {
    State state = State::More;
    std::size_t length = 0; ///< of a value that is whole
    JsonExtent nested; ///< in it

    bool operator==(const End& other) const
    {
        return state == other.state && length == other.length && nested.begin == other.nested.begin
            && nested.end == other.nested.end;
    }
};

/// For what a failed test says.
std::ostream& operator<<(std::ostream& out, const End& end)
{
    return out << "state " << static_cast<int>(end.state) << ", length " << end.length
               << ", nested " << end.nested.begin << " to " << end.nested.end;
}

bool isOneOf(std::string_view letters, char letter)
{
    return letters.find(letter) != std::string_view::npos;
}

/// The end of a string that begins at `at`: behind its closing quote. nullopt: it has none.
std::optional<std::size_t> stringEnd(std::string_view text, std::size_t at)
{
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '"')
            return at + 1;
    }
    return std::nullopt;
}

/// What the rules say, a letter at a time.
class SlowEnd {
public:
    explicit SlowEnd(std::string_view text)
        : m_text(text)
    {
    }

    [[nodiscard]] End find()
    {
        auto state = State::More;
        while (state == State::More && m_at < m_text.size())
            state = take(m_text[m_at]);
        return state == State::Whole ? End {.state = state, .length = m_at, .nested = m_nested}
                                     : End {.state = state};
    }

private:
    [[nodiscard]] State take(char letter)
    {
        if (letter == '"')
            return takeString();
        ++m_at;
        if (isOneOf("{[", letter))
            return open(letter);
        return isOneOf("}]", letter) ? close(letter) : State::More;
    }

    [[nodiscard]] State takeString()
    {
        const auto behind = stringEnd(m_text, m_at);
        m_at = behind.value_or(m_text.size());
        if (!behind || m_open.empty())
            return behind ? State::Whole : State::More;
        const auto next = m_text.find_first_not_of(" \t\r\n", m_at);
        const bool follows = next == std::string_view::npos || isOneOf(",:}]", m_text[next]);
        return follows ? State::More : State::Broken;
    }

    /// The letter before that is no blank.
    [[nodiscard]] char before(std::size_t at) const
    {
        const auto found = m_text.substr(0, at).find_last_not_of(" \t\r\n");
        return found == std::string_view::npos ? '\0' : m_text[found];
    }

    [[nodiscard]] State open(char letter)
    {
        constexpr std::size_t deepest = 64;
        if (m_open.size() == deepest || (m_open.ends_with('{') && before(m_at - 1) != ':'))
            return State::Broken;
        m_open += letter;
        if (m_open.size() == 2)
            m_nested.begin = m_at - 1;
        return State::More;
    }

    [[nodiscard]] State close(char letter)
    {
        const char partner = letter == '}' ? '{' : '[';
        if (m_open.empty() || m_open.back() != partner)
            return State::Broken;
        m_open.pop_back();
        if (m_open.size() == 1)
            m_nested.end = m_at;
        return m_open.empty() ? State::Whole : State::More;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_open; ///< brackets
    JsonExtent m_nested;
};

/// The text in pieces of so many bytes, each with what follows it in the file behind it: that may
/// be anything, so it is what would mislead.
End endInPieces(std::string_view text, std::size_t piece, char behind)
{
    JsonValueEnd valueEnd;
    std::size_t taken = 0;
    for (std::size_t read = 0; read < text.size();) {
        read = std::min(read + piece, text.size());
        const auto held
            = std::string(text.substr(taken, read - taken)) + std::string(jsonPadding, behind);
        const char* at = held.data();
        const auto state = valueEnd.take(at, held.data() + (read - taken));
        taken += static_cast<std::size_t>(at - held.data());
        if (state == State::Whole)
            return {.state = state, .length = taken, .nested = valueEnd.lastNested()};
        if (state == State::Broken)
            return {.state = state};
    }
    return {};
}

void expectRules(const std::string& text)
{
    const auto end = SlowEnd(text).find();
    for (const std::size_t piece : {1U, 2U, 7U, 63U, 64U, 65U, 1000U})
        for (const char behind : {'"', '\\', '}', ','})
            ASSERT_EQ(endInPieces(text, piece, behind), end)
                << text << "\nin pieces of " << piece << ", followed by " << behind;
}

TEST(EndOfAValue, IsFoundWhereverTheBlocksBegin)
{
    for (const std::string what : {R"("b": {"c": [1, "}"]}})", R"("a\"b": 1})", R"("\\": "\\\\"})",
             R"("b" 	: 1 })", R"("b" c})", R"("b"c})", R"("b"\})", R"(\ "b": 1})",
             R"([[1], [2]], "d": []})", R"(]})", R"("c": [1, {"d": 2)", R"("c":  [1, {"d": 2}]})",
             R"("c", {"d": 2})", R"(, {"ph": "X"}, {"ph": "X"}])", R"("b)", R"("b\)", R"("b" )",
             "\"b\": \x02\x1a}", "\"b\"\x0c}", "\"b\"\x1a}"})
        for (std::size_t before = 0; before < 2 * jsonPadding + 2; ++before) {
            expectRules("{" + std::string(before, ' ') + what);
            expectRules("{\"" + std::string(before, 'x') + "\": 1, " + what);
            expectRules("{\"" + std::string(before, '[') + "\": 1, " + what + ", 1]}");
        }
}

TEST(EndOfAValue, IsThatOfAStringWhereverItsEscapesLie)
{
    for (std::size_t before = 0; before < 2 * jsonPadding + 2; ++before)
        for (const std::string rest : {R"(" x)", R"(\"" x)", R"(\\"")", R"(\)", R"({\u0022}" 1)"})
            expectRules("\"" + std::string(before, 'x') + rest);
}

TEST(EndOfAValue, IsNotFollowedBeyondItsDepth)
{
    for (const std::size_t depth : {1U, 63U, 64U, 65U, 200U}) {
        expectRules(std::string(depth, '[') + std::string(depth, ']'));
        std::string objects;
        for (std::size_t i = 0; i < depth; ++i)
            objects += "{\"a\" : ";
        expectRules(objects + "1" + std::string(depth, '}'));
        expectRules(std::string(depth, '{') + "\"a\"" + std::string(depth, '}'));
    }
}

TEST(EndOfAValue, IsTheSameForAnyText)
{
    constexpr std::string_view letters = R"({}[]"""",:\ x)";
    std::mt19937 random(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same texts each time
    for (int i = 0; i < 20'000; ++i) {
        std::string text = random() % 8 == 0 ? "\"" : (random() % 2 == 0 ? "{" : "[");
        for (auto left = random() % 100; left > 0; --left) {
            const auto letter = letters[random() % letters.size()];
            text.append(random() % 16 == 0 ? random() % 70 : 1, letter);
            if (letter == '"' && random() % 4 != 0)
                text += random() % 2 == 0 ? "x\"," : "\":";
        }
        expectRules(text);
    }
}

} // namespace
