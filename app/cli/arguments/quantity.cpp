// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/quantity.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace cli {
namespace {

template <typename T>
std::optional<T> parsed(std::string_view text)
{
    T value {};
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc() || stop != end)
        return std::nullopt;
    return value;
}

using Units = std::pair<std::string_view, double>;

/// The longest unit that the text ends with decides: "ms" before "s".
template <std::size_t N>
std::optional<std::int64_t> amount(std::string_view text, const std::array<Units, N>& units)
{
    for (const auto& [name, size] : units) {
        if (!text.ends_with(name))
            continue;
        const auto number = decimalNumber(text.substr(0, text.size() - name.size()));
        constexpr auto most = static_cast<double>(std::numeric_limits<std::int64_t>::max());
        if (!number || *number < 0 || *number * size >= most)
            return std::nullopt;
        return static_cast<std::int64_t>(std::llround(*number * size));
    }
    return std::nullopt;
}

} // namespace

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    return text.starts_with('-') ? std::nullopt : parsed<std::int64_t>(text);
}

std::optional<std::int64_t> signedNumber(std::string_view text)
{
    return parsed<std::int64_t>(text);
}

std::optional<double> decimalNumber(std::string_view text)
{
    const auto value = parsed<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::chrono::nanoseconds> duration(std::string_view text)
{
    constexpr std::array<Units, 7> units {{{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6},
        {"min", 60e9}, {"h", 3600e9}, {"s", 1e9}}};
    const auto ns = amount(text, units);
    return ns ? std::optional(std::chrono::nanoseconds(*ns)) : std::nullopt;
}

std::optional<std::int64_t> byteCount(std::string_view text)
{
    constexpr double kibi = 1024;
    constexpr std::array<Units, 9> units {{{"KiB", kibi}, {"MiB", kibi * kibi},
        {"GiB", kibi * kibi * kibi}, {"TiB", kibi * kibi * kibi * kibi}, {"kB", 1e3}, {"MB", 1e6},
        {"GB", 1e9}, {"TB", 1e12}, {"B", 1}}};
    return amount(text, units);
}

} // namespace cli
