// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/parts_text.h"

#include "profiler/model/number_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace profiler {

namespace {

double nsOf(const std::string& unit)
{
    constexpr double second = 1e9;
    if (unit == "ns")
        return 1;
    if (unit == "µs")
        return 1e3;
    if (unit == "ms")
        return 1e6;
    if (unit == "min")
        return 60 * second;
    return unit == "h" ? 3600 * second : second;
}

int placesOf(const std::string& number)
{
    const auto point = number.find('.');
    return point == std::string::npos ? 0 : static_cast<int>(number.size() - point - 1);
}

/// Each rounded down, then the largest remainders up, until they make the whole.
std::vector<std::int64_t> steps(std::span<const double> exact, std::int64_t whole)
{
    std::vector<std::int64_t> rounded;
    std::vector<std::size_t> order(exact.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    for (const double each : exact)
        rounded.push_back(static_cast<std::int64_t>(std::floor(each)));
    std::ranges::stable_sort(order, [&exact](std::size_t one, std::size_t other) {
        return exact[one] - std::floor(exact[one]) > exact[other] - std::floor(exact[other]);
    });
    std::int64_t lack = whole - std::accumulate(rounded.begin(), rounded.end(), std::int64_t {0});
    for (const std::size_t place : order) {
        if (lack <= 0)
            break;
        ++rounded[place];
        --lack;
    }
    return rounded;
}

} // namespace

PartsText partsText(std::span<const double> partsNs, double wholeNs)
{
    const std::string written = formatDuration(wholeNs);
    const auto space = written.rfind(' ');
    PartsText text {.whole = written.substr(0, space), .unit = written.substr(space + 1)};
    const int places = placesOf(text.whole);
    const double step = nsOf(text.unit) / std::pow(10.0, places);
    std::vector<double> exact;
    for (const double part : partsNs)
        exact.push_back(part / step);
    for (const std::int64_t each : steps(exact, std::llround(wholeNs / step)))
        text.parts.push_back(
            fmt::format("{:.{}f}", static_cast<double>(each) * std::pow(10.0, -places), places));
    return text;
}

} // namespace profiler
