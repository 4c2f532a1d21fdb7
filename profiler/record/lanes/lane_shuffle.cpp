// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/lane_shuffle.h"

#include <numeric>
#include <utility>

namespace profiler {

std::vector<std::size_t> LaneShuffle::order(std::size_t lanes)
{
    std::vector<std::size_t> order(lanes);
    std::iota(order.begin(), order.end(), std::size_t {0});
    // By hand: std::shuffle may differ between libraries. The remainder's bias is below 1e-18.
    for (std::size_t i = lanes; i > 1; --i)
        std::swap(order[i - 1], order[m_generator() % i]);
    return order;
}

} // namespace profiler
