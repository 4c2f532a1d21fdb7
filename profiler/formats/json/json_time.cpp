// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_time.h"

#include <charconv>
#include <cstddef>
#include <string>

namespace profiler {

namespace {

constexpr std::size_t decimalsOfNanoseconds = 3;

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/// Digits without point and sign, and where the point belongs.
struct Decimal {
    std::string digits;
    std::ptrdiff_t pointAfter = 0; ///< as many digits are whole microseconds; may be beyond them
};

std::optional<Decimal> decimalOf(std::string_view text)
{
    Decimal decimal;
    bool point = false;
    std::size_t at = 0;
    for (; at < text.size() && (isDigit(text[at]) || (text[at] == '.' && !point)); ++at) {
        point = point || text[at] == '.';
        if (text[at] == '.')
            continue;
        decimal.digits += text[at];
        decimal.pointAfter += point ? 0 : 1;
    }
    if (decimal.digits.empty())
        return std::nullopt;
    if (at == text.size())
        return decimal;
    if (text[at] != 'e' && text[at] != 'E')
        return std::nullopt;
    at += at + 1 < text.size() && text[at + 1] == '+' ? 2 : 1;
    int exponent = 0;
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + at, end, exponent);
    if (error != std::errc {} || stop != end)
        return std::nullopt;
    decimal.pointAfter += exponent;
    return decimal;
}

/// Whether what is cut off behind `kept` digits makes the last kept one go up.
bool roundsUp(std::string_view digits, std::size_t kept, bool odd)
{
    if (kept >= digits.size() || digits[kept] < '5')
        return false;
    return digits[kept] > '5' || odd
        || digits.find_first_not_of('0', kept + 1) != std::string_view::npos;
}

std::optional<std::int64_t> roundedNanoseconds(const Decimal& decimal)
{
    const auto kept = decimal.pointAfter + static_cast<std::ptrdiff_t>(decimalsOfNanoseconds);
    std::int64_t value = 0;
    for (std::ptrdiff_t i = 0; i < kept; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const int digit = at < decimal.digits.size() ? decimal.digits[at] - '0' : 0;
        if (value > (farthestTimeNs - 9) / 10)
            return std::nullopt;
        if (value == 0 && at >= decimal.digits.size())
            break; // zero with a large exponent
        value = value * 10 + digit;
    }
    if (kept >= 0 && roundsUp(decimal.digits, static_cast<std::size_t>(kept), value % 2 != 0))
        ++value;
    return value;
}

/// What nearly all are: digits, a point, up to three more; so few that they fit.
std::optional<std::int64_t> plainNanoseconds(std::string_view text)
{
    constexpr std::size_t mostDigits = 16;
    constexpr std::size_t mostLength = mostDigits + 1 + decimalsOfNanoseconds;
    if (text.size() > mostLength)
        return std::nullopt;
    std::uint64_t value = 0;
    std::size_t at = 0;
    const auto takeDigits = [&] {
        const auto before = at;
        for (; at < text.size() && isDigit(text[at]); ++at)
            value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
        return at - before;
    };
    const auto whole = takeDigits();
    std::size_t decimals = 0;
    if (at < text.size() && text[at] == '.') {
        ++at;
        decimals = takeDigits();
    }
    if (whole == 0 || whole > mostDigits || at != text.size() || decimals > decimalsOfNanoseconds)
        return std::nullopt;
    for (; decimals < decimalsOfNanoseconds; ++decimals)
        value *= 10;
    if (value > static_cast<std::uint64_t>(farthestTimeNs))
        return std::nullopt;
    return static_cast<std::int64_t>(value);
}

} // namespace

std::optional<std::int64_t> nanosecondsOfMicroseconds(std::string_view text)
{
    if (const auto plain = plainNanoseconds(text))
        return plain;
    const bool negative = text.starts_with('-');
    if (negative)
        text.remove_prefix(1);
    const auto decimal = decimalOf(text);
    if (!decimal)
        return std::nullopt;
    const auto value = roundedNanoseconds(*decimal);
    return value && negative ? std::optional(-*value) : value;
}

} // namespace profiler
