// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/quiet_watch.h"

#include <numeric>

namespace profiler {
namespace {

constexpr std::size_t window = 10; ///< readings
constexpr double quietCores = 0.1;

} // namespace

void QuietWatch::take(double cores)
{
    m_last.push_back(cores);
    if (m_last.size() > window)
        m_last.pop_front();
}

bool QuietWatch::isQuiet() const
{
    return m_last.size() == window && cores() <= quietCores;
}

double QuietWatch::cores() const
{
    if (m_last.empty())
        return 0;
    return std::accumulate(m_last.begin(), m_last.end(), 0.0) / static_cast<double>(m_last.size());
}

} // namespace profiler
