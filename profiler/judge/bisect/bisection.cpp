// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/bisection.h"

#include <bit>
#include <cassert>

namespace profiler {

Bisection::Bisection(std::size_t candidates)
    : m_high(candidates - 1)
{
    assert(candidates >= 2);
}

int Bisection::stepsAtMost(std::size_t candidates)
{
    const auto gaps = candidates - 1; // one of which it is
    return static_cast<int>(std::bit_width(gaps - 1));
}

std::optional<std::size_t> Bisection::next() const
{
    if (m_high - m_low < 2)
        return std::nullopt;
    return m_low + (m_high - m_low) / 2;
}

void Bisection::tell(bool isAsFirst)
{
    const auto middle = next();
    if (!middle)
        return;
    (isAsFirst ? m_low : m_high) = *middle;
}

} // namespace profiler
