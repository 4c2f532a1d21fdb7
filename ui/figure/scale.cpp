// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/scale.h"

#include <algorithm>
#include <cmath>

namespace ui {

Scale linearScale()
{
    const auto same = [](double value) { return value; };
    return {same, same};
}

Scale logScale()
{
    return {[](double value) { return std::log10(std::max(value, 1e-300)); },
        [](double place) { return std::pow(10.0, place); }};
}

Scale inverseHyperbolicSine(double width)
{
    return {[width](double value) { return std::asinh(value / width); },
        [width](double place) { return std::sinh(place) * width; }};
}

Scale tailScale()
{
    return {[](double p) { return -std::log10(std::max(1 - p, 1e-12)); },
        [](double place) { return 1 - std::pow(10.0, -place); }};
}

double BrokenLog::toAxis(double value) const
{
    const auto share = [](double v, double a, double b) {
        return b > a ? std::log(std::max(v, 1e-300) / a) / std::log(b / a) : 0.0;
    };
    if (upperShare <= 0)
        return share(value, low, high);
    if (value <= from)
        return share(value, low, from) * breakAt();
    return breakAt() + (std::max(0.0, share(value, to, high)) * upperShare);
}

double BrokenLog::toValue(double place) const
{
    if (upperShare <= 0)
        return low * std::pow(high / low, place);
    if (place <= breakAt())
        return low * std::pow(from / low, place / breakAt());
    return to * std::pow(high / to, (place - breakAt()) / upperShare);
}

Scale BrokenLog::scale() const
{
    return {[copy = *this](double value) { return copy.toAxis(value); },
        [copy = *this](double place) { return copy.toValue(place); }};
}

std::vector<double> logCandidates(double low, double high)
{
    std::vector<double> values;
    if (!(low > 0) || !(high > low))
        return values;
    const int first = static_cast<int>(std::floor(std::log10(low)));
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    const double decades = std::log10(high / low);
    for (const double lead : {1.0, 3.0, 2.0, 5.0, 1.5, 7.0, 2.5, 4.0, 1.2, 6.0, 8.0, 1.1, 1.3}) {
        if (lead == 3.0 && decades > 3)
            break;
        if (lead == 1.5 && decades > 1.5)
            break;
        for (int decade = first; decade <= last; ++decade)
            values.push_back(lead * std::pow(10.0, decade));
    }
    return values;
}

std::vector<double> linearCandidates(double low, double high, int count)
{
    std::vector<double> values;
    if (!(high > low))
        return values;
    const double raw = (high - low) / count;
    const double magnitude = std::pow(10.0, std::floor(std::log10(raw)));
    double step = magnitude * 10;
    for (const double lead : {5.0, 2.0, 1.0}) {
        if (raw <= lead * magnitude)
            step = lead * magnitude;
    }
    for (double k = std::ceil(low / step); k * step <= high + (step * 1e-9); ++k)
        values.push_back(k * step);
    return values;
}

namespace {

/// 1 + k × step up to `largest`.
std::vector<double> evenTimes(double step, double largest)
{
    std::vector<double> times;
    for (int k = 1; 1 + k * step <= largest * (1 + 1e-9) && k <= 100; ++k)
        times.push_back(1 + k * step);
    return times;
}

std::vector<double> decadesOf(std::initializer_list<double> leads, double largest)
{
    std::vector<double> times;
    for (double decade = 1; decade <= largest; decade *= 10)
        for (const double lead : leads)
            if (lead * decade > 1 && lead * decade <= largest * (1 + 1e-9))
                times.push_back(lead * decade);
    return times;
}

std::vector<double> bothSides(const std::vector<double>& times, double low, double high)
{
    std::vector<double> ratios;
    const auto add = [&](double ratio) {
        if (ratio >= low * (1 - 1e-9) && ratio <= high * (1 + 1e-9))
            ratios.push_back(ratio);
    };
    add(1);
    for (const double each : times) {
        add(each);
        add(1 / each);
    }
    std::sort(ratios.begin(), ratios.end());
    return ratios;
}

} // namespace

std::vector<double> ratioCandidates(double low, double high, int most)
{
    if (!(low > 0) || !(high > low) || !std::isfinite(high))
        return {};
    const double largest = std::max(high, 1 / low);
    std::vector<std::vector<double>> ladders;
    constexpr double evenUpTo = 3;
    if (largest <= evenUpTo)
        for (const double step : {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0})
            ladders.push_back(evenTimes(step, largest));
    ladders.push_back(decadesOf({1, 1.5, 2, 3, 5}, largest));
    ladders.push_back(decadesOf({1, 2, 5}, largest));
    ladders.push_back(decadesOf({1}, largest));
    for (const auto& times : ladders) {
        auto ratios = bothSides(times, low, high);
        if (static_cast<int>(ratios.size()) <= most)
            return ratios;
    }
    return bothSides(ladders.back(), low, high);
}

std::vector<double> symmetricCandidates(double low, double high, double first)
{
    std::vector<double> values {0.0};
    const auto add = [&values](double value) {
        values.push_back(value);
        values.push_back(-value);
    };
    const double largest = std::max(std::abs(low), std::abs(high));
    for (double value = first; value <= largest; value *= 10)
        add(value);
    if (largest > first * 300)
        return values;
    for (double value = first; value >= first * 1e-6; value /= 10) {
        for (const double lead : {1.0, 5.0, 2.0}) {
            add(value * lead);
            add(value * lead * 10);
        }
    }
    return values;
}

} // namespace ui
