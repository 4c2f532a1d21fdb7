// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/log_ratio.h"

#include <cmath>

namespace profiler {

LogRatio LogRatio::ofRatio(double ratio)
{
    return ofLogarithm(std::log(ratio));
}

double LogRatio::ratio() const
{
    return std::exp(m_logarithm);
}

} // namespace profiler
