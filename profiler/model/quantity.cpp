// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace profiler {
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

using WholeUnits = std::span<const std::pair<std::string_view, std::int64_t>>;

constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> timeUnits {
    {{"h", 3'600'000'000'000}, {"min", 60'000'000'000}, {"s", 1'000'000'000}, {"ms", 1'000'000},
        {"us", 1'000}, {"ns", 1}}};
constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> sizeUnits {
    {{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}};

/// Units from the largest to one.
std::string wholeAmount(std::int64_t value, WholeUnits units)
{
    const auto unit
        = std::ranges::find_if(units, [&](const auto& each) { return value % each.second == 0; });
    return std::to_string(value / unit->second).append(unit->first);
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

std::string durationText(std::chrono::nanoseconds time)
{
    return time.count() == 0 ? "0s" : wholeAmount(time.count(), timeUnits);
}

std::string callTimeText(std::chrono::nanoseconds time)
{
    return wholeAmount(time.count(), std::span(timeUnits).subspan<3>());
}

std::string byteCountText(std::int64_t bytes)
{
    return wholeAmount(bytes, sizeUnits);
}

} // namespace profiler
