// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"

#include "profiler/model/enum_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace profiler {
namespace {

constexpr std::string_view thinSpace = "\u202f"; // narrow and without a line break
constexpr std::string_view minus = "\u2212";
constexpr std::string_view times = "\u00d7";
constexpr std::string_view enDash = "\u2013";

/// "1234567" -> "1 234 567"; digits after the point stay together.
std::string grouped(const std::string& plain)
{
    const auto point = std::min(plain.find('.'), plain.size());
    std::string result;
    for (std::size_t i = 0; i < point; ++i) {
        if (i > 0 && (point - i) % 3 == 0)
            result += thinSpace;
        result += plain[i];
    }
    return result + plain.substr(point);
}

/// A positive number in scientific notation, rounded to the digits asked for.
struct Decimal {
    explicit Decimal(double number, int significantDigits)
        : text(fmt::format("{:.{}e}", number, significantDigits - 1))
        , mantissaEnd(text.find('e'))
    {
        std::from_chars(text.data(), text.data() + text.size(), value);
        const auto* digits = text.data() + mantissaEnd + (text[mantissaEnd + 1] == '+' ? 2 : 1);
        std::from_chars(digits, text.data() + text.size(), exponent);
    }

    [[nodiscard]] std::string scientific() const
    {
        return text.substr(0, mantissaEnd) + "e" + (exponent < 0 ? std::string(minus) : "")
            + std::to_string(std::abs(exponent));
    }

    std::string text;
    std::size_t mantissaEnd;
    double value = 0;
    int exponent = 0;
};

std::string formatMagnitude(double value, int significantDigits)
{
    constexpr int smallestPlain = -4;
    constexpr int largestPlain = 14;
    if (value == 0)
        return "0";
    const Decimal decimal(value, significantDigits);
    if (decimal.exponent < smallestPlain || decimal.exponent > largestPlain)
        return decimal.scientific();
    const int places = std::max(0, significantDigits - 1 - decimal.exponent);
    return grouped(fmt::format("{:.{}f}", decimal.value, places));
}

/// From a size on, values are shown in a unit with so many digits.
struct Step {
    double from;
    double unit;
    int digits;
    std::string_view name;
};

constexpr double second = 1e9;
constexpr std::array<Step, 7> durationSteps {{
    {0, 1, 4, "ns"},
    {1e3, 1e3, 4, "µs"},
    {1e6, 1e6, 4, "ms"},
    {second, second, 4, "s"},
    {10 * second, second, 3, "s"},
    {600 * second, 60 * second, 3, "min"},
    {7200 * second, 3600 * second, 3, "h"},
}};

constexpr double kibi = 1024;
constexpr std::array<Step, 5> byteSteps {{
    {0, 1, 4, "B"},
    {kibi, kibi, 3, "KiB"},
    {kibi * kibi, kibi* kibi, 3, "MiB"},
    {kibi * kibi * kibi, kibi* kibi* kibi, 3, "GiB"},
    {kibi * kibi * kibi * kibi, kibi* kibi* kibi* kibi, 3, "TiB"},
}};

/// The first step whose rounded number stays below the next one: 999.97 µs is 1.000 ms.
template <std::size_t N>
const Step& stepFor(double magnitude, const std::array<Step, N>& steps)
{
    const auto* step = steps.begin();
    const auto rounded = [magnitude](const Step& each) {
        return Decimal(std::max(magnitude / each.unit, 1e-300), each.digits).value * each.unit;
    };
    while (std::next(step) != steps.end()
        && std::max(magnitude, rounded(*step)) >= std::next(step)->from) // 1024 KiB round to 1020
        ++step;
    return *step;
}

template <std::size_t N>
std::string inSteps(double value, const std::array<Step, N>& steps)
{
    if (!std::isfinite(value))
        return formatNumber(value);
    const auto magnitude = std::abs(value);
    const auto& step = stepFor(magnitude, steps);
    const bool whole = step.unit == 1 && magnitude == std::floor(magnitude);
    const auto number = whole ? grouped(fmt::format("{:.0f}", magnitude))
                              : formatMagnitude(magnitude / step.unit, step.digits);
    return (value < 0 ? std::string(minus) : "") + number + " " + std::string(step.name);
}

/// Two places below ten, three digits above: 0.98, 1.63, 12.3, 148.
std::string ratioText(double ratio)
{
    constexpr double ten = 9.995;
    constexpr double hundredth = 0.01;
    constexpr int digits = 3;
    return ratio >= ten || ratio < hundredth ? formatNumber(ratio, digits)
                                             : fmt::format("{:.2f}", ratio);
}

} // namespace

std::string formatNumber(double value, int significantDigits)
{
    if (std::isnan(value))
        return "not a number";
    const std::string sign(value < 0 ? minus : std::string_view());
    if (std::isinf(value))
        return sign + "∞";
    return sign + formatMagnitude(std::abs(value), significantDigits);
}

std::string formatDuration(double ns)
{
    return inSteps(ns, durationSteps);
}

std::string formatRoughly(double ns)
{
    const double seconds = std::max(0.0, ns / second);
    constexpr double minute = 60;
    if (seconds < 10)
        return fmt::format("{:.0f} s", std::max(1.0, seconds));
    if (seconds < 1.5 * minute)
        return fmt::format("{:.0f} s", std::round(seconds / 5) * 5);
    if (seconds < 90 * minute)
        return fmt::format("{:.0f} min", std::round(seconds / minute));
    const double hours = seconds / (60 * minute);
    return hours < 10 ? fmt::format("{:.1f} h", hours) : fmt::format("{:.0f} h", hours);
}

std::string formatBytes(std::int64_t bytes)
{
    return inSteps(static_cast<double>(bytes), byteSteps);
}

ByteUnit byteUnitFor(double least, double largest)
{
    constexpr double many = 10;
    const Step* step = &stepFor(least, byteSteps);
    while (step != &byteSteps.back() && largest >= many * std::next(step)->unit)
        ++step;
    return {.bytes = step->unit, .name = std::string(step->name)};
}

std::string formatCount(std::int64_t count)
{
    auto digits = std::to_string(count);
    const bool negative = digits.front() == '-';
    return (negative ? std::string(minus) : "") + grouped(digits.substr(negative ? 1 : 0));
}

TimeUnit unitFor(double smallestNs)
{
    const auto& step = stepFor(std::abs(smallestNs), durationSteps);
    for (const auto unit : {TimeUnit::Nanoseconds, TimeUnit::Microseconds, TimeUnit::Milliseconds})
        if (step.unit == nanosecondsIn(unit))
            return unit;
    return TimeUnit::Seconds;
}

double nanosecondsIn(TimeUnit unit)
{
    return valueFor(unit,
        {{TimeUnit::Nanoseconds, 1}, {TimeUnit::Microseconds, 1e3}, {TimeUnit::Milliseconds, 1e6}},
        second);
}

std::string unitName(TimeUnit unit)
{
    return textOf(unit,
        {{TimeUnit::Nanoseconds, "ns"}, {TimeUnit::Microseconds, "µs"},
            {TimeUnit::Milliseconds, "ms"}, {TimeUnit::Seconds, "s"}});
}

std::string formatIn(TimeUnit unit, double ns)
{
    return formatNumber(ns / nanosecondsIn(unit));
}

std::string formatRatio(double ratio)
{
    if (!std::isfinite(ratio) || ratio <= 0)
        return "not a ratio";
    const auto faster = ratioText(ratio);
    const auto slower = ratioText(1 / ratio);
    if (ratio >= 1 || slower == "1.00")
        return (ratio >= 1 ? faster : slower) + std::string(times);
    return slower + std::string(times) + " slower";
}

namespace {

constexpr std::string_view noChange = "1.00";

/// Faster at one end and slower at the other, in the digits that are shown.
bool holdsBoth(const Interval& interval)
{
    return interval.low < 1 && interval.high > 1 && ratioText(1 / interval.low) != noChange
        && ratioText(interval.high) != noChange;
}

/// Such as of one process with three rounds: a range over orders of magnitude tells nothing.
bool tellsNothing(const Interval& interval)
{
    constexpr double mostBetweenEnds = 100;
    return !std::isfinite(interval.high) || !(interval.low > 0)
        || interval.high / interval.low > mostBetweenEnds;
}

std::string bothWays(const Interval& interval)
{
    return formatRatio(interval.low) + " to " + formatRatio(interval.high) + " faster";
}

/// "1.05–1.08", in the direction of the estimate.
std::string oneWay(const Interval& interval, bool slower)
{
    const auto text = [](double ratio) {
        return ratio < 1 && ratioText(1 / ratio) == noChange ? std::string(noChange)
                                                             : ratioText(ratio);
    };
    return text(slower ? 1 / interval.high : interval.low) + std::string(enDash)
        + text(slower ? 1 / interval.low : interval.high);
}

} // namespace

std::string formatRatioInterval(const Interval& interval)
{
    if (tellsNothing(interval))
        return "too wide to tell";
    return holdsBoth(interval) ? bothWays(interval) : oneWay(interval, interval.estimate < 1);
}

std::string formatOpenInterval(const Interval& interval)
{
    if (tellsNothing(interval) || holdsBoth(interval))
        return formatRatioInterval(interval);
    const bool slower = interval.low < 1 && ratioText(1 / interval.low) != noChange;
    return oneWay(interval, slower) + std::string(times) + (slower ? " slower" : " faster");
}

std::string signedDuration(double ns)
{
    constexpr double rounding = 0.05; // of sums in double
    if (std::abs(ns) < rounding)
        return "±0 ns";
    return (ns < 0 ? "−" : "+") + formatDuration(std::abs(ns));
}

std::string signedBytes(std::int64_t bytes)
{
    if (bytes == 0)
        return "±0 B";
    return (bytes > 0 ? "+" : "") + formatBytes(bytes);
}

std::string perCallText(double count)
{
    return count == std::round(count) ? formatCount(std::llround(count)) : formatNumber(count, 4);
}

std::string busyText(double ratio)
{
    return formatNumber(ratio * 100, 3) + " %";
}

std::string percentText(double ratio)
{
    const double percent = ratio * 100;
    return fmt::format("{:.{}f} %", percent, std::abs(percent) < 10 ? 1 : 0);
}

std::string countText(std::int64_t count, const std::string& one, const std::string& several)
{
    return formatCount(count) + " " + (count == 1 ? one : several);
}

std::string timesACall(std::int64_t count)
{
    return count == 1 ? "once a call" : formatCount(count) + " times a call";
}

std::string capitalized(std::string sentence)
{
    if (!sentence.empty() && sentence.front() >= 'a' && sentence.front() <= 'z')
        sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
    return sentence;
}

} // namespace profiler
