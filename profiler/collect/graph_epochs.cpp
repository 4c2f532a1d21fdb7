// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/graph_epochs.h"

#include <algorithm>

namespace profiler::collect {

void GraphEpochs::created(std::uint32_t graphId, std::int64_t timeNs)
{
    const std::lock_guard lock(m_mutex);
    m_graphs[graphId].createdNs.push_back(timeNs);
}

std::int32_t GraphEpochs::numberOf(std::uint32_t graphId, std::int64_t timeNs)
{
    if (graphId == 0)
        return 0;
    const std::lock_guard lock(m_mutex);
    auto& known = m_graphs[graphId];
    const auto epoch = static_cast<std::size_t>(
        std::upper_bound(known.createdNs.begin(), known.createdNs.end(), timeNs)
        - known.createdNs.begin());
    if (known.numbers.size() <= epoch)
        known.numbers.resize(epoch + 1);
    if (known.numbers[epoch] == 0)
        known.numbers[epoch] = ++m_last;
    return known.numbers[epoch];
}

} // namespace profiler::collect
