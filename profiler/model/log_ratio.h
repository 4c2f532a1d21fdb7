// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>

namespace profiler {

/// The natural logarithm of a ratio of two times: what noise, deviations and widths of intervals
/// are measured in. A type of its own, because 0.40 as a logarithm is 1.49 as a ratio and 49 % as
/// an effect: a comparison or a sum with either does not compile.
class LogRatio {
public:
    constexpr LogRatio() = default; ///< of the ratio 1
    [[nodiscard]] static LogRatio ofRatio(double ratio); ///< above 0

    /// 0.03 = "3 % more than 1".
    [[nodiscard]] static LogRatio ofEffect(double effect) { return ofRatio(1 + effect); }

    /// For mathematics that works on logarithms.
    [[nodiscard]] static constexpr LogRatio ofLogarithm(double logarithm)
    {
        LogRatio result;
        result.m_logarithm = logarithm;
        return result;
    }

    [[nodiscard]] double ratio() const;

    [[nodiscard]] double effect() const { return ratio() - 1; }

    [[nodiscard]] constexpr double logarithm() const { return m_logarithm; }

    [[nodiscard]] constexpr LogRatio operator-() const { return ofLogarithm(-m_logarithm); }

    // NOLINTNEXTLINE(modernize-use-nullptr)
    [[nodiscard]] constexpr auto operator<=>(const LogRatio&) const = default;

    constexpr LogRatio& operator+=(LogRatio other)
    {
        m_logarithm += other.m_logarithm;
        return *this;
    }

private:
    double m_logarithm = 0;
};

[[nodiscard]] constexpr LogRatio operator+(LogRatio one, LogRatio other)
{
    return one += other;
}

[[nodiscard]] constexpr LogRatio operator-(LogRatio one, LogRatio other)
{
    return one += -other;
}

[[nodiscard]] constexpr LogRatio operator*(LogRatio value, double factor)
{
    return LogRatio::ofLogarithm(value.logarithm() * factor);
}

[[nodiscard]] constexpr LogRatio operator/(LogRatio value, double divisor)
{
    return LogRatio::ofLogarithm(value.logarithm() / divisor);
}

/// How many times as wide.
[[nodiscard]] constexpr double operator/(LogRatio one, LogRatio other)
{
    return one.logarithm() / other.logarithm();
}

} // namespace profiler
