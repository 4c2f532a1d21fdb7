// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace profiler {

namespace {

/// Digits after the point, in the C locale whatever the process uses.
std::string fixedDigits(double value, int digits)
{
    std::array<char, 64> text {};
    const auto end = std::to_chars(
        text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
    return end.ec == std::errc {} ? std::string(text.data(), end.ptr) : "?";
}

} // namespace

std::string groupedDigits(std::int64_t count)
{
    const auto plain = std::to_string(count);
    std::string result;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const auto left = plain.size() - i;
        if (i > 0 && left % 3 == 0 && plain[i - 1] != '-')
            result += "\u202f";
        result += plain[i];
    }
    return result;
}

std::string percentWords(double ratio)
{
    const double percent = ratio * 100;
    return fixedDigits(percent, std::abs(percent) < 10 ? 1 : 0) + " %";
}

std::string numberWords(double value)
{
    constexpr double fromHereWhole = 100;
    if (std::abs(value) >= fromHereWhole && std::abs(value) < 1e15)
        return groupedDigits(std::llround(value));
    return fixedDigits(value, std::abs(value) < 10 ? 2 : 1);
}

std::string ratioWords(double ratio)
{
    if (ratio >= 1)
        return fixedDigits(ratio, 2) + "×";
    return fixedDigits(1 / ratio, 2) + "× slower";
}

std::string countWords(std::int64_t count, const std::string& one, const std::string& several)
{
    return groupedDigits(count) + " " + (count == 1 ? one : several);
}

std::string timesACall(std::int64_t count)
{
    return count == 1 ? "once a call" : groupedDigits(count) + " times a call";
}

std::string inputsInWords(const Case& value)
{
    std::string words;
    for (const auto& tensor : value.inputs) {
        words += (words.empty() ? "" : ", ") + tensor.name;
        if (!tensor.file.empty()) {
            words += " from " + tensor.file;
            continue;
        }
        for (std::size_t i = 0; i < tensor.shape.size(); ++i)
            words += (i == 0 ? " " : "×") + std::to_string(tensor.shape[i]);
        words += " " + tensor.dtype;
    }
    return words;
}

std::string tensorWords(const std::string& path)
{
    if (path.empty())
        return "the output";
    const bool isPlace = path.find_first_not_of("0123456789") == std::string::npos;
    return isPlace ? "output " + path : path;
}

} // namespace profiler
